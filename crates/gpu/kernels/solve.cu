// A sub-step: accelerate and warm start, biased sweep, advance, look, relaxing sweep, restitution.
// (Macklin et al. 2019, "Small steps in physics simulation"; Catto 2024, "Solver2D".)

// The spin of a free body after h in its own axes: the midpoint of I ω̇ = −ω × Iω, scaled to the
// energy that it had.
DEVICE v3 coasted(v3 o, float4 i, f32 h) {
  v3 I = V(1.0f / i.x, 1.0f / i.y, 1.0f / i.z);
  v3 L = V(I.x * o.x, I.y * o.y, I.z * o.z), c = cross(o, L);
  v3 ahead = o - h * V(i.x * c.x, i.y * c.y, i.z * c.z), mid = 0.5f * (o + ahead);
  c = cross(mid, V(I.x * mid.x, I.y * mid.y, I.z * mid.z));
  v3 end = o - h * V(i.x * c.x, i.y * c.y, i.z * c.z);
  f32 before = dot(o, L), after = dot(end, V(I.x * end.x, I.y * end.y, I.z * end.z));
  return after > 0 ? sqrtf(before / after) * end : end;
}
// The impulses of the last sub-step are what a body's velocity gained against free flight.
KERNEL accelerate(WORLD, u32, u32) {
  IN_TURN();
  if (w.stat->halted) return;
  const Params& P = w.p;
  if (THREAD == 0) w.stat->to_build = w.stat->to_gather = 0;
  v3 g = V(P.gravity_x, P.gravity_y, P.gravity_z);
  FOR(s, P.bodies) {
    float4 v4 = w.motion[2 * s], o4 = w.motion[2 * s + 1];
    v3 v = V(v4), o = V(o4), gain = v - V(w.free_velocity[s]), whirl = o - V(w.free_spin[s]);
    v = v + P.h * g;
#if POINTS > 1
    if (o4.w < 0 && dot(o, o) > 1e-8f) { // not round
      float4 q = turned(w.orientation[s], V(w.delta[2 * s + 1])), i = w.inertia[s];
      o = rotated(q, coasted(unrotated(q, o), i, P.h));
      turn_inertia(w, s, q, i);
    }
#endif
    w.free_velocity[s] = F(v, 0);
    w.free_spin[s] = F(o, 0);
    w.motion[2 * s] = F(v + gain, v4.w);
    w.motion[2 * s + 1] = F(o + whirl, o4.w);
  }
}
// The impulse of a manifold on one of its bodies, and its moment.
DEVICE void gather(const World& w, const Params& P, u32 k, bool first, v3& L, v3& T) {
  u32 s = w.slot[k];
  float4 n4 = w.normal[s];
  u32 count = points_of(n4);
  v3 n = V(n4), t1, t2, d = V(w.apart[s]);
  tangents(n, t1, t2);
  for (u32 j = 0; j < count; j++) {
    u32 q = j * P.most_pairs + s;
    float2 drag = w.drag[q];
    v3 p = w.push[q] * n + drag.x * t1 + drag.y * t2, r = arm_of(w, q, n);
#if POINTS == 1
    v3 other = w.arm[q].y * n;
#else
    v3 other = r - d;
#endif
    if (first) { L = L - p; T = T - cross(r, p); }
    else { L = L + p; T = T + cross(other, p); }
  }
}
// The end of a sub-step, by one thread: it counts, and halts those that follow where pairs may be
// missed from here on.
DEVICE void end_substep(const World& w) {
  if (w.stat->halted) return;
  w.stat->done += 1u;
  w.stat->since += 1u;
  w.stat->looked += w.stat->to_build;
  if (float_of(w.stat->left_path) > w.p.leave) w.stat->halted = 1u;
}
// Where manifolds have changed, what their impulses are now counts as gained: gathered, so that
// no order is left to chance. After a halt it finds what it has found before.
KERNEL gather_impulses(WORLD, u32 ends, u32) {
  IN_TURN();
  if (ends && THREAD == 0) end_substep(w);
  const Params& P = w.p;
  u32 n = w.stat->to_gather;
  FOR(i, n) {
    u32 s = w.list_b[i];
    w.changed[s] = 0;
    v3 L = V(0, 0, 0), T = L;
    u32 end = w.pair_start[s + 1];
    for (u32 k = w.pair_start[s]; k < end; k++) gather(w, P, k, true, L, T);
    end = w.second_start[s + 1];
    for (u32 j = w.second_start[s]; j < end; j++) gather(w, P, w.second[j], false, L, T);
    Motion m = motion_of(w, s);
    w.free_velocity[s] = F(m.v - m.inverse_mass * L, 0);
    w.free_spin[s] = F(m.w - spun_by(m, T), 0);
  }
}
KERNEL advance(WORLD, u32, u32) {
  IN_TURN();
  if (w.stat->halted) return;
  const Params& P = w.p;
  f32 left = 0, time = P.h * (f32)(w.stat->since + 1u), late = greater(time - float_of(w.stat->horizon), 0.0f);
  FOR(s, P.bodies) {
    float4 p4 = w.delta[2 * s];
    v3 p = V(p4) + P.h * V(w.motion[2 * s]), t = V(w.delta[2 * s + 1]) + P.h * V(w.motion[2 * s + 1]);
    w.delta[2 * s] = F(p, p4.w);
    w.delta[2 * s + 1] = F(t, 0);
    float4 v = w.foreseen[s];
    f32 speed = length(V(v)) + v.w;
    f32 own = length(p - time * V(v)) + late * speed, gone = length(p);
    if (POINTS > 1) {
      f32 rim = p4.w * length(t);
      own += greater(rim - time * v.w, 0.0f);
      gone += rim;
    }
    // As a part of what may be left: 1 is where pairs may be missed.
    left = greater(left, greater(own / stray_of(P, speed), 2.0f * gone / P.most_margin));
  }
  total_max(&w.stat->left_path, bits_of(left));
}
