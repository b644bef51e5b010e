// One text for two compilers. nvrtc makes kernels of it; a C++ compiler makes the same functions
// for one thread, a grid of one. Every kernel is a grid-stride loop, floats are never summed by
// atomics, and products are never fused with sums, so that both give the same bits.
typedef unsigned int u32;
typedef unsigned long long u64;
typedef int i32;
typedef float f32;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
// Large enough to be compiled once.
#define DEVICE_CALL __device__ __noinline__
#define KERNEL extern "C" __global__ void
// So many blocks of 128 threads at once on a processor, by fewer registers.
#define BLOCKS(n) __launch_bounds__(128, n)
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)
#define THREADS (gridDim.x * blockDim.x)
#define BLOCK_THREAD threadIdx.x
#define BLOCK_THREADS blockDim.x
#define BLOCK_SYNC() __syncthreads()
// Not copied by every thread.
#define WORLD const __grid_constant__ World w
// Waits for the launch before, then lets the next one begin. A kernel that is begun by this may,
// before its own wait, read what the launch before it does not write.
#if __CUDA_ARCH__ >= 900
#define IN_TURN() asm volatile("griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;" ::: "memory")
#else
#define IN_TURN()
#endif
// What is read or written once in a launch leaves the nearest cache to bodies, which are read often.
template <class T> DEVICE T once(const T* p) { return __ldcg(p); }
template <class T> DEVICE void write_once(T* p, T v) { __stcs(p, v); }
DEVICE u32 atomic_add(u32* p, u32 v) { return atomicAdd(p, v); }
DEVICE u32 atomic_swap(u32* p, u32 v) { return atomicExch(p, v); }
DEVICE void atomic_min(u32* p, u32 v) { atomicMin(p, v); }
DEVICE void atomic_or(u64* p, u64 v) { atomicOr(p, v); }
DEVICE u32 bits_of(f32 f) { return __float_as_uint(f); }
DEVICE f32 float_of(u32 u) { return __uint_as_float(u); }
DEVICE u64 bits_of_double(double d) { return (u64)__double_as_longlong(d); }
DEVICE u32 count_bits(u64 x) { return __popcll(x); }
// Called by whole warps after their loops: one atomic each.
DEVICE void total_add(u32* p, u32 v) {
  u32 t = __reduce_add_sync(0xFFFFFFFFu, v);
  if ((threadIdx.x & 31) == 0 && t) atomicAdd(p, t);
}
DEVICE void total_max(u32* p, u32 v) {
  u32 t = __reduce_max_sync(0xFFFFFFFFu, v);
  if ((threadIdx.x & 31) == 0 && t) atomicMax(p, t);
}
DEVICE void total_min_int(i32* p, i32 v) {
  i32 t = __reduce_min_sync(0xFFFFFFFFu, v);
  if ((threadIdx.x & 31) == 0) atomicMin(p, t);
}
DEVICE void total_max_int(i32* p, i32 v) {
  i32 t = __reduce_max_sync(0xFFFFFFFFu, v);
  if ((threadIdx.x & 31) == 0) atomicMax(p, t);
}
// A place in a bucket, by one atomic per warp and bucket.
DEVICE u32 take_place(u32* base, u32 bucket) {
  u32 active = __activemask();
  u32 same = __match_any_sync(active, bucket);
  u32 lane = threadIdx.x & 31;
  u32 leader = __ffs(same) - 1;
  u32 first = 0;
  if (lane == leader) first = atomicAdd(base + bucket, __popc(same));
  first = __shfl_sync(same, first, leader);
  return first + __popc(same & ((1u << lane) - 1));
}
#else
#include <cmath>
#include <cstring>
#define DEVICE static inline
#define DEVICE_CALL static
#define KERNEL static void
#define BLOCKS(n)
#define THREAD 0u
#define THREADS 1u
#define BLOCK_THREAD 0u
#define BLOCK_THREADS 1u
#define BLOCK_SYNC()
#define WORLD const World& w
#define IN_TURN()
template <class T> DEVICE T once(const T* p) { return *p; }
template <class T> DEVICE void write_once(T* p, T v) { *p = v; }
struct float2 { f32 x, y; };
struct alignas(16) float4 { f32 x, y, z, w; };
struct uint2 { u32 x, y; };
struct alignas(16) int4 { i32 x, y, z, w; };
DEVICE float2 make_float2(f32 x, f32 y) { return float2{x, y}; }
DEVICE float4 make_float4(f32 x, f32 y, f32 z, f32 w) { return float4{x, y, z, w}; }
DEVICE uint2 make_uint2(u32 x, u32 y) { return uint2{x, y}; }
DEVICE int4 make_int4(i32 x, i32 y, i32 z, i32 w) { return int4{x, y, z, w}; }
DEVICE u32 atomic_add(u32* p, u32 v) { u32 old = *p; *p = old + v; return old; }
DEVICE u32 atomic_swap(u32* p, u32 v) { u32 old = *p; *p = v; return old; }
DEVICE void atomic_min(u32* p, u32 v) { if (v < *p) *p = v; }
DEVICE void atomic_or(u64* p, u64 v) { *p |= v; }
DEVICE u32 bits_of(f32 f) { u32 u; memcpy(&u, &f, 4); return u; }
DEVICE f32 float_of(u32 u) { f32 f; memcpy(&f, &u, 4); return f; }
DEVICE u64 bits_of_double(double d) { u64 u; memcpy(&u, &d, 8); return u; }
DEVICE u32 count_bits(u64 x) { return (u32)__builtin_popcountll(x); }
DEVICE void total_add(u32* p, u32 v) { *p += v; }
DEVICE void total_max(u32* p, u32 v) { if (v > *p) *p = v; }
DEVICE void total_min_int(i32* p, i32 v) { if (v < *p) *p = v; }
DEVICE void total_max_int(i32* p, i32 v) { if (v > *p) *p = v; }
DEVICE u32 take_place(u32* base, u32 bucket) { return base[bucket]++; }
#endif

// Every i of a range by some thread, in whatever order: nothing may depend on it, and the twin
// can go through all of them backwards.
#ifdef BACKWARDS
#define RANGE(i, first, end, thread, threads) for (u32 i##_first = (first), i = (end); i-- > i##_first;)
#else
#define RANGE(i, first, end, thread, threads) for (u32 i = (first) + thread; i < (end); i += threads)
#endif
#define FOR(i, n) RANGE(i, 0u, n, THREAD, THREADS)
#define NOBODY 0xFFFFFFFFu
// Bodies from here on are walls: WALL + w.
#define WALL 0x80000000u

struct v3 { f32 x, y, z; };
DEVICE v3 V(f32 x, f32 y, f32 z) { v3 r; r.x = x; r.y = y; r.z = z; return r; }
DEVICE v3 V(float4 a) { return V(a.x, a.y, a.z); }
DEVICE v3 operator+(v3 a, v3 b) { return V(a.x + b.x, a.y + b.y, a.z + b.z); }
DEVICE v3 operator-(v3 a, v3 b) { return V(a.x - b.x, a.y - b.y, a.z - b.z); }
DEVICE v3 operator-(v3 a) { return V(-a.x, -a.y, -a.z); }
DEVICE v3 operator*(f32 s, v3 a) { return V(s * a.x, s * a.y, s * a.z); }
DEVICE f32 dot(v3 a, v3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
DEVICE v3 cross(v3 a, v3 b) {
  return V(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
DEVICE float4 F(v3 a, f32 w) { return make_float4(a.x, a.y, a.z, w); }
DEVICE f32 length(v3 a) { return sqrtf(dot(a, a)); }
DEVICE f32 lesser(f32 a, f32 b) { return a < b ? a : b; }
DEVICE f32 greater(f32 a, f32 b) { return a > b ? a : b; }
DEVICE f32 clamped(f32 x, f32 most) { return lesser(greater(x, -most), most); }

// ---- rotations: unit quaternions (x, y, z, w)
DEVICE v3 rotated(float4 q, v3 v) {
  v3 u = V(q.x, q.y, q.z);
  v3 t = 2.0f * cross(u, v);
  return v + q.w * t + cross(u, t);
}
DEVICE v3 unrotated(float4 q, v3 v) { return rotated(make_float4(-q.x, -q.y, -q.z, q.w), v); }
// q after a turn t in world axes: sine and cosine to fourth order, normalised.
DEVICE float4 turned(float4 q, v3 t) {
  f32 a2 = dot(t, t);
  f32 c = 1.0f - a2 * 0.125f + a2 * a2 * (1.0f / 384.0f);
  v3 u = (0.5f - a2 * (1.0f / 48.0f)) * t;
  float4 r = make_float4(c * q.x + q.w * u.x + u.y * q.z - u.z * q.y,
                         c * q.y + q.w * u.y + u.z * q.x - u.x * q.z,
                         c * q.z + q.w * u.z + u.x * q.y - u.y * q.x,
                         c * q.w - u.x * q.x - u.y * q.y - u.z * q.z);
  f32 l = 1.0f / sqrtf(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
  return make_float4(l * r.x, l * r.y, l * r.z, l * r.w);
}
// Two tangents of a normal. The choice of axis does not jump where normals of boxes on boxes lie.
DEVICE void tangents(v3 n, v3& a, v3& b) {
  v3 r = fabsf(n.x) < 0.6f ? V(1, 0, 0) : V(0, 1, 0);
  a = cross(n, r);
  a = (1.0f / length(a)) * a;
  b = cross(n, a);
}
DEVICE u32 hash_of(u32 x) {
  x ^= x >> 16; x *= 0x7feb352du;
  x ^= x >> 15; x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
