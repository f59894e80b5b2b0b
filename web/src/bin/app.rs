//! The page.

fn main() {
    shardscope_web::run_page();
}
