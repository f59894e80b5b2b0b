//! The worker that the engine runs in.

fn main() {
    shardscope_web::run_worker();
}
