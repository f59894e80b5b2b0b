// What people would write in JavaScript: mgeneratejs makes the document, js-md5 hashes its _id as the server's hashed index
// does, a binary search over the chunks' bounds places it. Runs in a worker, as Shardscope's engine does.
import generate from "mgeneratejs";
import { md5 } from "js-md5";
import template from "./template.json";

const N_CHUNKS = 128;
const OBJECT_ID_TYPE = 35; // canonical BSON type

// The server hashes: seed 0 as int32, canonical type as int32, then the value's bytes; the first 8 bytes of the MD5 digest,
// little endian, are the hash.
const input = new Uint8Array(4 + 4 + 12);
new DataView(input.buffer).setInt32(4, OBJECT_ID_TYPE, true);

function hashObjectId(id) {
  input.set(id, 8);
  return new DataView(md5.arrayBuffer(input));
}

// Lower bounds of the chunks, as the high half (signed) and the low half (unsigned) of an int64: BigInt would be slower.
const boundsHigh = new Int32Array(N_CHUNKS);
const boundsLow = new Uint32Array(N_CHUNKS);
for (let chunk = 0; chunk < N_CHUNKS; chunk++) {
  const bound = -(2n ** 63n) + (2n ** 64n / BigInt(N_CHUNKS)) * BigInt(chunk);
  boundsHigh[chunk] = Number(BigInt.asIntN(32, bound >> 32n));
  boundsLow[chunk] = Number(BigInt.asUintN(32, bound));
}

function place(high, low) {
  let first = 0;
  let end = N_CHUNKS;
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    const isBelow = high < boundsHigh[middle] || (high === boundsHigh[middle] && low < boundsLow[middle]);
    if (isBelow) end = middle;
    else first = middle;
  }
  return first;
}

function checkHash() {
  // The server's own unit test has this vector.
  const id = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 0x10, 0x11, 0x12]);
  const hash = hashObjectId(id).getBigInt64(0, true);
  if (hash !== -5588663249627035708n) throw new Error(`hash of the test vector is ${hash}`);
}

function run(nDocuments) {
  const documents = new Uint32Array(N_CHUNKS);
  const started = performance.now();
  for (let n = 0; n < nDocuments; n++) {
    const hash = hashObjectId(generate(template)._id.id);
    documents[place(hash.getInt32(4, true), hash.getUint32(0, true))] += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  const placed = documents.reduce((sum, n) => sum + n, 0);
  if (placed !== nDocuments) throw new Error(`${placed} of ${nDocuments} placed`);
  return nDocuments / seconds;
}

self.onmessage = ({ data: { nWarmUp, nWindow, nWindows } }) => {
  checkHash();
  run(nWarmUp);
  const rates = Array.from({ length: nWindows }, () => run(nWindow));
  self.postMessage({ rates });
};
