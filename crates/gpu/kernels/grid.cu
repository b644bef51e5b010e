// The sorted grid. A body is at its cell times the cell's size plus an offset, so that
// differences of positions keep single precision wherever the bodies are. Cells are counted from
// the lowest occupied one; where they are more than the table has buckets, they wrap around.

DEVICE v3 from_to(const Params& P, int4 ca, v3 xa, int4 cb, v3 xb) {
  return V(P.cell * (f32)(cb.x - ca.x) + (xb.x - xa.x), P.cell * (f32)(cb.y - ca.y) + (xb.y - xa.y),
           P.cell * (f32)(cb.z - ca.z) + (xb.z - xa.z));
}
DEVICE void carry(f32 size, i32& cell, f32& offset) {
  f32 whole = floorf(offset / size);
  if (whole != 0.0f && fabsf(whole) < 1e9f) { cell += (i32)whole; offset -= whole * size; }
}
DEVICE u32 bucket_of(const World& w, const Params& P, i32 x, i32 y, i32 z) {
  const i32* b = w.bounds;
  u32 nx = (u32)(b[3] - b[0]) + 3u, ny = (u32)(b[4] - b[1]) + 3u;
  return (((u32)(z - b[2]) + 1u) * ny + ((u32)(y - b[1]) + 1u)) * nx + (u32)(x - b[0]) + 1u;
}

// Poses take over the motion since they were last sorted; that motion begins anew.
KERNEL settle(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  i32 lo[3] = {0x3FFFFFFF, 0x3FFFFFFF, 0x3FFFFFFF}, hi[3] = {-0x3FFFFFFF, -0x3FFFFFFF, -0x3FFFFFFF};
  FOR(i, P.bodies) {
    float4 x = w.position[i], way = w.delta[2 * i];
    int4 c = w.cell[i];
    x.x += way.x; x.y += way.y; x.z += way.z;
    carry(P.cell, c.x, x.x); carry(P.cell, c.y, x.y); carry(P.cell, c.z, x.z);
    w.position[i] = x;
    w.cell[i] = c;
    w.orientation[i] = turned(w.orientation[i], V(w.delta[2 * i + 1]));
    i32 own[3] = {c.x, c.y, c.z};
    for (u32 k = 0; k < 3; k++) { lo[k] = own[k] < lo[k] ? own[k] : lo[k]; hi[k] = own[k] > hi[k] ? own[k] : hi[k]; }
  }
  for (u32 k = 0; k < 3; k++) { total_min_int(w.bounds + k, lo[k]); total_max_int(w.bounds + 3 + k, hi[k]); }
}
KERNEL reset_bounds(WORLD, u32, u32) {
  IN_TURN();
  if (THREAD == 0) for (u32 k = 0; k < 6; k++) w.bounds[k] = k < 3 ? 0x3FFFFFFF : -0x3FFFFFFF;
}
KERNEL count_cells(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(i, P.bodies) {
    int4 c = w.cell[i];
    u32 b = bucket_of(w, P, c.x, c.y, c.z) & P.bucket_mask;
    w.bucket[i] = b;
    atomic_add(w.bucket_count + b, 1u);
  }
}
KERNEL scatter_bodies(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(i, P.bodies) {
    u32 b = w.bucket[i];
    w.order[w.bucket_start[b] + atomic_add(w.bucket_fill + b, 1u)] = i;
  }
}
// Within a bucket by number, so that the order is a function of the state alone.
KERNEL sort_buckets(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(b, P.bucket_mask + 1u) {
    u32 first = w.bucket_start[b], end = w.bucket_start[b + 1];
    for (u32 i = first + 1; i < end; i++) {
      u32 own = w.order[i], key = w.id[own], j = i;
      while (j > first && w.id[w.order[j - 1]] > key) { w.order[j] = w.order[j - 1]; j--; }
      w.order[j] = own;
    }
  }
}
KERNEL permute(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    u32 o = w.order[s];
    w.other_cell[s] = w.cell[o]; w.other_position[s] = w.position[o];
    w.other_orientation[s] = w.orientation[o]; w.other_velocity[s] = w.motion[2 * o];
    w.other_spin[s] = w.motion[2 * o + 1]; w.other_extents[s] = w.extents[o];
    w.other_inertia[s] = w.inertia[o]; w.other_id[s] = w.id[o];
    w.other_free_velocity[s] = w.free_velocity[o]; w.other_free_spin[s] = w.free_spin[o];
  }
}
// The world's inverse inertia R diag(i) Rᵀ as six numbers.
DEVICE void turn_inertia(const World& w, u32 s, float4 q, float4 i) {
  v3 a = rotated(q, V(1, 0, 0)), b = rotated(q, V(0, 1, 0)), c = rotated(q, V(0, 0, 1));
  w.inverse_inertia[2 * s] = make_float4(i.x * a.x * a.x + i.y * b.x * b.x + i.z * c.x * c.x,
                                         i.x * a.y * a.y + i.y * b.y * b.y + i.z * c.y * c.y,
                                         i.x * a.z * a.z + i.y * b.z * b.z + i.z * c.z * c.z, 0);
  w.inverse_inertia[2 * s + 1] = make_float4(i.x * a.x * a.y + i.y * b.x * b.y + i.z * c.x * c.y,
                                             i.x * a.x * a.z + i.y * b.x * b.z + i.z * c.x * c.z,
                                             i.x * a.y * a.z + i.y * b.y * b.z + i.z * c.y * c.z, 0);
}
// Bodies in their new order, and what follows of them: bounds, inertia, the way foreseen.
KERNEL place_bodies(WORLD, u32, u32) {
  IN_TURN();
  const Params& P = w.p;
  FOR(s, P.bodies) {
    float4 x = w.other_position[s], q = w.other_orientation[s], v = w.other_velocity[s], o = w.other_spin[s];
    float4 e = w.other_extents[s], inertia = w.other_inertia[s];
    w.cell[s] = w.other_cell[s]; w.position[s] = x; w.orientation[s] = q; w.motion[2 * s] = v;
    w.motion[2 * s + 1] = o; w.extents[s] = e; w.inertia[s] = inertia; w.id[s] = w.other_id[s];
#if FORMS
    w.place[w.other_id[s]] = s;
#endif
    w.delta[2 * s] = make_float4(0, 0, 0, x.w);
    w.delta[2 * s + 1] = make_float4(0, 0, 0, 0);
    w.foreseen[s] = F(V(v), x.w * length(V(o)));
    w.free_velocity[s] = w.other_free_velocity[s]; w.free_spin[s] = w.other_free_spin[s];
#if POINTS > 1
    turn_inertia(w, s, q, inertia);
    v3 a = rotated(q, V(e.x, 0, 0)), b = rotated(q, V(0, e.y, 0)), c = rotated(q, V(0, 0, e.z));
    bool ball = (u32)w.other_cell[s].w % 256u == SPHERE;
    w.bounds_half[s] = ball ? make_float4(e.x, e.x, e.x, 0)
      : make_float4(fabsf(a.x) + fabsf(b.x) + fabsf(c.x), fabsf(a.y) + fabsf(b.y) + fabsf(c.y),
                    fabsf(a.z) + fabsf(b.z) + fabsf(c.z), 0);
#endif
  }
}

// ---- exclusive sums of n numbers, and their total after them: x names the input, y its length
DEVICE void sum_arrays(const World& w, u32 which, u32*& in, u32*& out, u32& n) {
  const Params& P = w.p;
  if (which == 0) { in = w.bucket_count; out = w.bucket_start; n = P.bucket_mask + 1u; }
  else if (which == 1) { in = w.pair_count; out = w.pair_start; n = P.bodies; }
  else { in = w.second_count; out = w.second_start; n = P.bodies; }
}
#ifdef __CUDACC__
#define SUM_ITEMS 8
DEVICE u32 block_sum(u32 v, u32& total) {
  __shared__ u32 sums[32];
  u32 lane = threadIdx.x & 31, warp = threadIdx.x >> 5, x = v;
  for (u32 o = 1; o < 32; o <<= 1) { u32 y = __shfl_up_sync(0xFFFFFFFFu, x, o); if (lane >= o) x += y; }
  __syncthreads();
  if (lane == 31) sums[warp] = x;
  __syncthreads();
  if (warp == 0) {
    u32 y = lane < (blockDim.x >> 5) ? sums[lane] : 0;
    for (u32 o = 1; o < 32; o <<= 1) { u32 z = __shfl_up_sync(0xFFFFFFFFu, y, o); if (lane >= o) y += z; }
    sums[lane] = y;
  }
  __syncthreads();
  total = sums[(blockDim.x >> 5) - 1];
  return (warp ? sums[warp - 1] : 0) + x - v;
}
KERNEL sum_blocks(WORLD, u32 which, u32) {
  IN_TURN();
  u32 *in, *out, n;
  sum_arrays(w, which, in, out, n);
  u32 first = (blockIdx.x * blockDim.x + threadIdx.x) * SUM_ITEMS, v[SUM_ITEMS], t = 0, total;
  for (u32 i = 0; i < SUM_ITEMS; i++) { v[i] = first + i < n ? in[first + i] : 0; t += v[i]; }
  u32 before = block_sum(t, total);
  for (u32 i = 0; i < SUM_ITEMS; i++) { if (first + i < n) out[first + i] = before; before += v[i]; }
  if (threadIdx.x == 0) w.block_sums[blockIdx.x] = total;
}
KERNEL sum_totals(WORLD, u32 which, u32 blocks) {
  IN_TURN();
  u32 *in, *out, n, carried = 0;
  sum_arrays(w, which, in, out, n);
  for (u32 b = 0; b < blocks; b += blockDim.x) {
    u32 i = b + threadIdx.x, v = i < blocks ? w.block_sums[i] : 0, total;
    u32 before = block_sum(v, total);
    if (i < blocks) w.block_sums[i] = carried + before;
    carried += total;
    __syncthreads();
  }
  if (threadIdx.x == 0) out[n] = carried;
}
KERNEL sum_spread(WORLD, u32 which, u32 per_block) {
  IN_TURN();
  u32 *in, *out, n;
  sum_arrays(w, which, in, out, n);
  FOR(i, n) out[i] += w.block_sums[i / per_block];
}
#else
KERNEL sum_blocks(WORLD, u32 which, u32) {
  IN_TURN();
  u32 *in, *out, n, sum = 0;
  sum_arrays(w, which, in, out, n);
  for (u32 i = 0; i < n; i++) { u32 v = in[i]; out[i] = sum; sum += v; }
  out[n] = sum;
}
KERNEL sum_totals(World, u32, u32) {}
KERNEL sum_spread(World, u32, u32) {}
#endif
