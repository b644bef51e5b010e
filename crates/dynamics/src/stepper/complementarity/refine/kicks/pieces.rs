//! The step of a cluster, piece after piece.

use super::super::super::linearisation::{Linearisation, Span};
use super::super::{Refinement, Work};
use super::joints::JointKick;
use super::totals::add_totals;
use super::{
    CLOSED, Held, Kicks, Piece, SHORTEST, Spring, joints, poses, relative_velocity, slip_at,
    slow_speed,
};
use crate::step_error::StepError;

/// Pieces of a step of one body, and impacts in it; clusters share them.
const PIECES: usize = 64;
const IMPACTS: usize = 48;
/// The most of either of any cluster.
const MAX_PIECES: usize = 32;
const MAX_IMPACTS: usize = 12;

/// Up to so many bodies on joints are halved where their kicks do not converge.
const FEW: usize = 2;

/// How often a piece is kicked anew for contacts that it has met.
const MAX_ATTEMPTS: usize = 12;

/// What meets at a speed that moves it by less than this share of the accuracy in a piece is
/// held without looking for its time.
const STRIKE: f64 = 0.5;

/// What became of a piece.
enum Taken {
    /// It was taken for so many seconds, and ended in an impact or not.
    For { h: f64, struck: bool, error: f64 },
    /// Its rounds did not converge.
    Refused,
    /// Its error is too large.
    Inaccurate,
    /// Contacts are springs that are not followed.
    Soft,
}

impl Refinement {
    /// Steps the members by pieces of two kicks; whether that went well. Where it did not,
    /// they are anywhere.
    pub(in super::super) fn kick(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        whole: Span,
    ) -> Result<bool, StepError> {
        let mut kicks = std::mem::take(&mut self.kicks);
        kicks.led.clear();
        let world = &work.world;
        let is_led = |at: usize| world.state.leads.iter().any(|lead| lead.body == at);
        for (at, state) in world.state.bodies.iter().enumerate() {
            if !world.model.bodies()[at].is_dynamic() || is_led(at) {
                kicks.led.push((at, *state));
            }
        }
        self.begin_totals(&mut kicks, work.world);
        let told = self.kick_through(&mut kicks, work, lines, whole);
        self.end_totals(&kicks, work.world, whole.share, matches!(told, Ok(true)));
        for &(body, end) in kicks.led.iter().filter(|(body, _)| !self.is_member[*body]) {
            work.world.state.bodies[body] = end;
        }
        self.kicks = kicks;
        told
    }

    fn kick_through(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        whole: Span,
    ) -> Result<bool, StepError> {
        let share = |most: usize, all: usize| (all / self.members.len()).clamp(1, most);
        let shortest = whole.h / share(MAX_PIECES, PIECES) as f64;
        let most_impacts =
            if self.members.len() > IMPACTS { 0 } else { share(MAX_IMPACTS, IMPACTS) };
        // Many links that do not converge are taut, or loaded by much more than they weigh: what
        // takes over converges in a whole step.
        let gives_up = self.members.len() > FEW && self.has_joints();
        kicks.whole = whole.h;
        kicks.knows_loads = false;
        kicks.totals.retain(|total| total.cluster != self.used);
        kicks.start.clear();
        kicks.start.extend(self.members.iter().map(|&body| self.begin[body]));
        let (mut done, mut next, mut impacts, mut error) = (0.0, whole.h, 0, 0.0);
        // Pieces grow after so many good ones: twice as many after each that was too long.
        let (mut good, mut wanted) = (0, 1);
        while whole.h - done > 1e-12 * whole.h {
            let h = next.min(whole.h - done);
            let is_shortest = h <= shortest * (1.0 + 1e-9);
            let piece = Piece::new(&whole, whole.time + done, h);
            let allowed = if is_shortest { f64::INFINITY } else { work.accuracy * h };
            let may_split = impacts < most_impacts;
            match self.take_piece(kicks, work, lines, piece, &whole, allowed, may_split)? {
                Taken::For { h: taken, struck, error: own } => {
                    done += taken;
                    error += own;
                    impacts += usize::from(struck);
                    good += usize::from(!struck && taken >= next);
                    if good >= wanted {
                        (next, good) = (2.0 * next, 0);
                    }
                    let bodies = &work.world.state.bodies;
                    kicks.start.clear();
                    kicks.start.extend(self.members.iter().map(|&body| bodies[body]));
                }
                Taken::Soft => return Ok(false),
                Taken::Refused if is_shortest || gives_up => return Ok(false),
                Taken::Refused | Taken::Inaccurate => {
                    work.report.halvings += 1;
                    if done > 0.0 {
                        wanted *= 2;
                    }
                    (next, good) = (0.5 * h, 0);
                }
            }
        }
        if is_deep(kicks, work.accuracy) {
            return Ok(false);
        }
        work.report.impacts += impacts;
        work.report.position_error_max = work.report.position_error_max.max(error);
        Ok(true)
    }

    /// One piece, up to its end or to the first impact in it.
    #[allow(clippy::too_many_arguments)]
    fn take_piece(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        mut piece: Piece,
        whole: &Span,
        allowed: f64,
        may_split: bool,
    ) -> Result<Taken, StepError> {
        kicks.stops.begin(!may_split);
        kicks.rounds.clear();
        if self.find_held(kicks, work, &piece, whole) && piece.time == whole.time {
            self.strike_first(kicks, work, &piece, whole)?;
        }
        let mut struck = false;
        for attempt in 0.. {
            if attempt == MAX_ATTEMPTS || !self.first_kick(kicks, work, &piece)? {
                return Ok(if kicks.soft { Taken::Soft } else { Taken::Refused });
            }
            let Some(met) = self.find_met(kicks, work, &piece) else { break };
            let splits = may_split && met.approach * piece.h > STRIKE * work.accuracy;
            let mut closed = None;
            if splits || met.passed {
                closed = self.time_of_meeting(kicks, work, &piece);
                self.drift(kicks, work, &piece, piece.h);
                self.find_ends(kicks, work);
            }
            if splits && let Some(time) = closed {
                piece = Piece::new(whole, piece.time, time.max(SHORTEST * whole.h));
                if !self.settle_meeting(kicks, work, &mut piece, whole)? {
                    return Ok(Taken::Refused);
                }
                struck = true;
                break;
            }
            if !self.hold_met(kicks, work, &piece, closed.is_some()) {
                break;
            }
        }
        let slow = slow_speed(work.world, whole.h);
        let (error, strikes) = self.second_kick(kicks, work, lines, &piece, slow)?;
        if error > allowed {
            return Ok(Taken::Inaccurate);
        }
        work.report.jams += self.count_jams(kicks, work, slow);
        if !kicks.is_free() {
            add_totals(&mut kicks.totals, &kicks.first, work, self.used);
            joints::add_totals(&mut kicks.joint_totals, &kicks.first, work.world);
        }
        add_totals(&mut kicks.totals, lines, work, self.used);
        joints::add_totals(&mut kicks.joint_totals, lines, work.world);
        self.record_piece(kicks, work, lines, &piece, whole, struck);
        if strikes {
            self.strike(kicks, work, &piece, whole)?;
        }
        if !struck {
            let is_fast = |speed: f64| -speed * piece.h > work.accuracy;
            let met = |held: &&Held| held.meets.is_some_and(is_fast) && held.load > 0.0;
            let reached = |joint: &&JointKick| {
                joint.is_stop && joint.error > work.accuracy && joint.load > 0.0
            };
            work.report.unsplit += kicks.held.iter().filter(met).count();
            work.report.unsplit += kicks.joints.iter().filter(reached).count();
        }
        Ok(Taken::For { h: piece.h, struck, error })
    }

    /// Strikes what touches and approaches at the beginning of a piece.
    fn strike_first(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        whole: &Span,
    ) -> Result<(), StepError> {
        std::mem::swap(&mut kicks.ends, &mut kicks.near);
        kicks.strikes_first = true;
        let struck = self.strike(kicks, work, piece, whole);
        kicks.strikes_first = false;
        struck?;
        let bodies = &work.world.state.bodies;
        kicks.start.clear();
        kicks.start.extend(self.members.iter().map(|&body| bodies[body]));
        self.find_held(kicks, work, piece, whole);
        Ok(())
    }

    /// Finds the contacts at the beginning of a piece, and holds those that are closed;
    /// whether one of them approaches.
    fn find_held(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        whole: &Span,
    ) -> bool {
        let slow = slow_speed(work.world, whole.h);
        self.place_start(kicks, work, piece);
        let Work { world, collision, report, accuracy, .. } = work;
        let states = &world.state.bodies;
        collision.detect_among(&world.model, states, piece.h, &self.members, &mut kicks.near);
        report.times.add_detection(collision.times());
        if piece.time == whole.time {
            kicks.begun.clone_from(&kicks.near);
        }
        kicks.held.clear();
        let mut strikes = false;
        for contact in kicks.near.iter().filter(|contact| contact.gap <= CLOSED * *accuracy) {
            let speed = relative_velocity(world, collision, contact).dot(contact.normal);
            let spring = Spring::of(&world.model, collision, contact, whole.h);
            strikes |= speed < -slow && spring.is_none();
            if speed < slow || spring.is_some() {
                let slip = slip_at(world, collision, contact, contact.point, piece.time);
                let held = Held::new(contact, slip, poses(world, collision, contact));
                kicks.held.push(Held { spring, ..held });
            }
        }
        strikes
    }
}

/// Whether something that is no spring lies deeper than its shapes did at the beginning of the
/// step by more than the accuracy, such as a feature of a mesh that nobody saw come.
fn is_deep(kicks: &Kicks, accuracy: f64) -> bool {
    kicks.ends.iter().filter(|contact| contact.gap < -accuracy).any(|contact| {
        let first = kicks.begun.partition_point(|other| other.sites < contact.sites);
        let own = kicks.begun[first..].iter().take_while(|other| other.sites == contact.sites);
        let begun = own.fold(0.0_f64, |least, other| least.min(other.gap));
        let is_spring = kicks.find(contact).is_some_and(|held| held.spring.is_some());
        contact.gap < begun - accuracy && !is_spring
    })
}
