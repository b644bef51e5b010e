/** The particles of a frame: those of liquids, and after them the vertices of soft bodies. */

import { type Frame, PARTICLE, type Records } from "./frame";
import type { World } from "./messages";

/** Drops and vertices, the latter of all soft bodies one after the other. */
export function partParticles({ particles }: Frame, { soft }: World): { drops: Records; vertices: Records } {
  const asked = soft.reduce((sum, body) => sum + body.vertices, 0);
  // A frame without them has drops alone.
  const drops = particles.count >= asked ? particles.count - asked : particles.count;
  return { drops: between(particles, 0, drops), vertices: between(particles, drops, particles.count) };
}

function between({ reals, words }: Records, from: number, to: number): Records {
  const ends = [from * PARTICLE.words, to * PARTICLE.words] as const;
  return { count: to - from, reals: reals.subarray(...ends), words: words.subarray(...ends) };
}
