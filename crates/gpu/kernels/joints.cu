// Joints: a common point, an axis to turn about or to slide along, or nothing that moves. They
// have colours of their own, and are solved before the contacts of a sweep and once more after
// them: what drives the axis, then its stop, as soft rows one by one, then all that is held at
// once, in the axes of the joint.
//
// The impulse p on the second body and the moment τ about its anchor are kept in the axes of the
// world, and start the next sub-step warm along the rows of then: with the arms of before, what
// turns would be driven. So free flight takes joints with it, and only contacts count as gain.
#if FORMS
#define JOINT_ROW 8u
#define HELD_TURN 56u // the bits of all three turns
#define HAS_STOPS 1u
#define HAS_DRIVE 2u
// Of a stage: another pass.
#define AGAIN 8u
struct Joint {
  u32 a, b, held, axis, flags; // places of the bodies; held rows as bits; the axis, 6: none
  Motion first, second;
  v3 ra, rb, error, turned; // arms of the second's anchor; how far it is off
  v3 x[3];
  f32 coordinate;
};
// atan(x) of |x| ≤ 1, to 2e-7.
DEVICE f32 arc(f32 x) {
  f32 z = x * x;
  f32 p = 0.0028662257f * z - 0.0161657367f;
  p = p * z + 0.0429096138f; p = p * z - 0.0752896400f; p = p * z + 0.1065626393f;
  p = p * z - 0.1420889944f; p = p * z + 0.1999355085f; p = p * z - 0.3333314528f;
  return x + x * z * p;
}
// Angle of (c, s), within ±π.
DEVICE f32 angle_of(f32 s, f32 c) {
  f32 a = fabsf(s), b = fabsf(c);
  f32 t = a > b ? 1.57079633f - arc(b / a) : b > 0 ? arc(a / b) : 0.0f;
  if (c < 0) t = 3.14159265f - t;
  return s < 0 ? -t : t;
}
DEVICE v3 component(const v3* x, v3 v) { return V(dot(x[0], v), dot(x[1], v), dot(x[2], v)); }
DEVICE float4 pose_of(const World& w, u32 s) { return turned(w.orientation[s], V(w.delta[2 * s + 1])); }
DEVICE Joint joint_of(const World& w, u32 j) {
  const Params& P = w.p;
  const float4* row = w.joint + JOINT_ROW * j;
  Joint own;
  u32 first = bits_of(row[0].x), second = bits_of(row[0].y), kind = bits_of(row[0].z);
  own.held = kind & 63u; own.axis = (kind >> 6) & 7u; own.flags = kind >> 9;
  own.b = w.place[second];
  own.a = first == NOBODY ? NOBODY : w.place[first];
  float4 qb = pose_of(w, own.b), fa = row[3], fb = after(qb, row[4]);
  own.second = motion_of(w, own.b);
  own.rb = rotated(qb, V(row[2]));
  v3 pb = V(w.delta[2 * own.b]);
  if (own.a == NOBODY) { // the world
    own.first = at_rest();
    own.ra = V(0, 0, 0);
    own.error = from_to(P, w.joint_cell[j], V(row[1]), w.cell[own.b], V(w.position[own.b])) + pb + own.rb;
  } else {
    float4 qa = pose_of(w, own.a);
    fa = after(qa, fa);
    own.first = motion_of(w, own.a);
    v3 d = from_to(P, w.cell[own.a], V(w.position[own.a]), w.cell[own.b], V(w.position[own.b])) + (pb - V(w.delta[2 * own.a]));
    own.ra = d + own.rb;
    own.error = own.ra - rotated(qa, V(row[1]));
  }
  own.x[0] = rotated(fa, V(1, 0, 0)); own.x[1] = rotated(fa, V(0, 1, 0)); own.x[2] = rotated(fa, V(0, 0, 1));
  float4 q = after(make_float4(-fa.x, -fa.y, -fa.z, fa.w), fb);
  f32 sign = q.w < 0 ? -1.0f : 1.0f;
  own.turned = own.axis == 3u ? component(own.x, cross(own.x[0], rotated(fb, V(1, 0, 0)))) : (2.0f * sign) * V(q.x, q.y, q.z);
  own.error = component(own.x, own.error);
  own.coordinate = row[5].z + (own.axis == 0u ? own.error.x : own.axis == 3u ? 2.0f * angle_of(sign * q.x, sign * q.w) : 0.0f);
  return own;
}
// What an impulse along row r does to both: rows 0–2 push along an axis, 3–5 turn about it.
DEVICE void kick(Joint& j, u32 r, f32 impulse) {
  if (r < 3) {
    v3 p = impulse * j.x[r];
    if (j.a != NOBODY) { j.first.v = j.first.v - j.first.inverse_mass * p; j.first.w = j.first.w - spun_by(j.first, cross(j.ra, p)); }
    j.second.v = j.second.v + j.second.inverse_mass * p;
    j.second.w = j.second.w + spun_by(j.second, cross(j.rb, p));
  } else {
    v3 t = impulse * j.x[r - 3];
    if (j.a != NOBODY) j.first.w = j.first.w - spun_by(j.first, t);
    j.second.w = j.second.w + spun_by(j.second, t);
  }
}
DEVICE f32 speed_of(const Joint& j, u32 r) {
  if (r < 3) return dot(j.x[r], slip(j.first, j.second, j.ra, j.rb));
  return dot(j.x[r - 3], j.second.w - j.first.w);
}
// Speed along row r that a unit impulse along row q gives.
DEVICE f32 joint_response(const Joint& j, u32 r, u32 q) {
  Joint unit = j;
  unit.first.v = unit.first.w = unit.second.v = unit.second.w = V(0, 0, 0);
  kick(unit, q, 1.0f);
  return speed_of(unit, r);
}
// What it has changed counts as free flight.
DEVICE void write_with_flight(const World& w, u32 s, const Motion& m, v3 v, v3 o) {
  write_motion(w, s, m);
  w.free_velocity[s] = F(V(w.free_velocity[s]) + (m.v - v), 0);
  w.free_spin[s] = F(V(w.free_spin[s]) + (m.w - o), 0);
}
DEVICE_CALL void solve_joint(const World& w, u32 at, u32 stage) {
  const Params& P = w.p;
  const float4* row = w.joint + JOINT_ROW * at;
  float4* kept = w.joint_impulse + 3u * at; // p and the stop's; τ and the drive's; where it began
  bool again = stage & AGAIN;
  stage &= ~AGAIN;
  Joint j = joint_of(w, at);
  v3 p = V(kept[0]), t = V(kept[1]), va = j.first.v, wa = j.first.w, vb = j.second.v, wb = j.second.w;
  if (stage == BIASED && !again) {
    v3 was[2] = {p, t};
    p = t = V(0, 0, 0);
    for (u32 r = 0; r < 6; r++) {
      f32 own = r == j.axis ? kept[0].w + kept[1].w : (j.held >> r) & 1u ? dot(j.x[r % 3], was[r / 3]) : 0.0f;
      if (own == 0.0f) continue;
      kick(j, r, own);
      if (r < 3) p = p + own * j.x[r];
      else t = t + own * j.x[r - 3];
    }
  }
  if (j.axis < 6) {
    u32 r = j.axis;
    f32 k = joint_response(j, r, r), mass = 1.0f / k, begun = stage == BIASED ? j.coordinate : kept[2].x;
    f32 total = 0;
    if (j.flags & HAS_DRIVE) { // a spring with a damper, or a speed: ε and γ of an implicit row
      float4 d = row[6];
      f32 most = d.w * P.h, stiff = P.h * d.x + d.y;
      f32 give = stiff > 0 ? 1.0f / (P.h * stiff) : 0.0f, bias = stiff > 0 ? d.x * (begun - row[5].w) / stiff : 0.0f;
      f32 old = kept[1].w, now = clamped(old - (speed_of(j, r) - d.z + bias + give * old) / (k + give), most);
      kick(j, r, now - old);
      total += now - old;
      kept[1].w = now;
    }
    if (j.flags & HAS_STOPS) {
      f32 low = j.coordinate - row[5].x, high = row[5].y - j.coordinate, old = kept[0].w, sign = low < high ? 1.0f : -1.0f;
      f32 gap = low < high ? low : high;
      f32 now = sign * pushed(P, stage, mass, gap, sign * speed_of(j, r), sign * old, 0.0f, 0.0f);
      kick(j, r, now - old);
      total += now - old;
      kept[0].w = now;
    }
    if (r < 3) p = p + total * j.x[r];
    else t = t + total * j.x[r - 3];
    if (stage == BIASED) kept[2].x = j.coordinate;
  }
  // K x = −(speed + β error) of what is held, by Cholesky's factor; rows that are free stand alone.
  f32 L[6][6], y[6], error[6] = {j.error.x, j.error.y, j.error.z, j.turned.x, j.turned.y, j.turned.z};
  for (u32 r = 0; r < 6; r++) {
    bool own = (j.held >> r) & 1u;
    for (u32 q = 0; q <= r; q++) {
      bool both = own && ((j.held >> q) & 1u);
      L[r][q] = both ? joint_response(j, r, q) : r == q ? 1.0f : 0.0f;
    }
    y[r] = own ? -(speed_of(j, r) + (stage == BIASED ? P.bias_rate * error[r] : 0.0f)) : 0.0f;
    L[r][r] *= 1.000001f;
  }
  for (u32 r = 0; r < 6; r++) {
    for (u32 q = 0; q <= r; q++) {
      f32 sum = L[r][q];
      for (u32 i = 0; i < q; i++) sum -= L[r][i] * L[q][i];
      L[r][q] = r == q ? sqrtf(greater(sum, 1e-30f)) : sum / L[q][q];
    }
    for (u32 i = 0; i < r; i++) y[r] -= L[r][i] * y[i];
    y[r] /= L[r][r];
  }
  for (u32 r = 6; r-- > 0;) {
    for (u32 i = r + 1; i < 6; i++) y[r] -= L[i][r] * y[i];
    y[r] /= L[r][r];
  }
  for (u32 r = 0; r < 6; r++) if ((j.held >> r) & 1u) {
    kick(j, r, y[r]);
    if (r < 3) p = p + y[r] * j.x[r];
    else t = t + y[r] * j.x[r - 3];
  }
  kept[0] = F(p, kept[0].w);
  kept[1] = F(t, kept[1].w);
  if (j.a != NOBODY) write_with_flight(w, j.a, j.first, va, wa);
  write_with_flight(w, j.b, j.second, vb, wb);
}
// The joints of one colour: no body is in two of them.
KERNEL sweep_joints(WORLD, u32 stage, u32 colour) {
  IN_TURN();
  if (w.stat->halted) return;
  u32 first = w.joint_colour[colour], end = w.joint_colour[colour + 1];
  RANGE(j, first, end, THREAD, THREADS) solve_joint(w, j, stage);
}
KERNEL halve_joints(WORLD, u32 count, u32) {
  IN_TURN();
  FOR(j, count) for (u32 k = 0; k < 2; k++) {
    float4 own = w.joint_impulse[3u * j + k];
    w.joint_impulse[3u * j + k] = F(0.5f * V(own), 0.5f * own.w);
  }
}
KERNEL measure_joints(WORLD, u32 count, u32) {
  IN_TURN();
  f32 worst = 0;
  FOR(i, count) {
    Joint j = joint_of(w, i);
    f32 error[3] = {j.error.x, j.error.y, j.error.z};
    for (u32 r = 0; r < 3; r++) if ((j.held >> r) & 1u) worst = greater(worst, fabsf(error[r]));
  }
  total_max(&w.stat->joint_error, bits_of(worst));
}
#else
KERNEL sweep_joints(WORLD, u32, u32) { IN_TURN(); }
KERNEL halve_joints(WORLD, u32, u32) { IN_TURN(); }
KERNEL measure_joints(WORLD, u32, u32) { IN_TURN(); }
#endif
