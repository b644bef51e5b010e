//! A settled scene is stepped in memory that is already there.

// A global allocator cannot be written without `unsafe`; this one only counts
// and hands every call on to the system's.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation,
};

struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// Where a backtrace of each allocation is wanted.
    static LOUD: Cell<bool> = const { Cell::new(false) };
}

fn note(layout: Layout) {
    // A thread that is ending has no counter left.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
    if LOUD.try_with(|loud| loud.replace(false)).unwrap_or(false) {
        eprintln!("{} bytes\n{}", layout.size(), std::backtrace::Backtrace::force_capture());
        let _ = LOUD.try_with(|loud| loud.set(true));
    }
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(layout);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn tower() -> Simulation {
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y).expect("a normal"));
    let ground = BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]);
    model.add_body(ground).expect("ground");
    let shape = Shape::cuboid(DVec3::splat(0.5)).expect("extents");
    for at in 0..10 {
        let place = Pose::at(DVec3::Y * (at as f64 + 0.5));
        let collider = ColliderDescription::new(shape.clone());
        model.add_body(BodyDescription::dynamic("cube", place, vec![collider])).expect("a cube");
    }
    Simulation::new(model, Settings::default()).expect("default settings")
}

#[test]
fn a_settled_tower_is_stepped_without_allocating() {
    let mut simulation = tower();
    for _ in 0..120 {
        simulation.step().expect("finite motion");
    }
    let before = COUNT.get();
    LOUD.set(std::env::var_os("STICKSLIP_TRACE_ALLOCATIONS").is_some());
    for _ in 0..10 {
        simulation.step().expect("finite motion");
    }
    LOUD.set(false);
    let per_step = (COUNT.get() - before) as f64 / 10.0;
    assert_eq!(per_step, 0.0, "allocations per step");
}
