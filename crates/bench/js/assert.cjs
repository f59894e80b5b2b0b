// mgeneratejs asks Node's `assert` for one function.
module.exports = {
  equal(actual, expected, message) {
    if (actual !== expected) throw new Error(message);
  },
};
