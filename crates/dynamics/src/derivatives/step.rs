//! A step with its derivatives.

use super::dense::Matrix;
use super::part::{Context, Sides};
use super::tangent::BODY;
use super::{Block, Contacts, DerivativeError, Input, StepDerivatives, refusals};
use crate::model::BodyId;
use crate::report::StepReport;
use crate::simulation::Simulation;
use crate::stepper::replay::Replay;
use crate::world::Push;

impl Simulation {
    /// The input of a name, such as `body.NAME.mass`; see [`Input::from_name`].
    pub fn input(&self, name: &str) -> Result<Input, crate::ModelError> {
        Input::from_name(self.model(), name)
    }

    /// One step as [`Simulation::step`] makes it, with the derivatives of its end by the state
    /// at its beginning and by the inputs. After an error the state is that of before the step.
    pub fn step_derivatives(
        &mut self,
        inputs: &[Input],
    ) -> Result<(StepReport, StepDerivatives), DerivativeError> {
        self.step_derivatives_with(inputs, Contacts::Held)
    }

    fn step_derivatives_with(
        &mut self,
        inputs: &[Input],
        contacts: Contacts,
    ) -> Result<(StepReport, StepDerivatives), DerivativeError> {
        refusals::check(self.model(), self.settings(), inputs)?;
        if !self.state().activations.is_empty() {
            let reason = "the signal of a motor has a state".into();
            return Err(DerivativeError::Model { reason });
        }
        let before = self.state().clone();
        let pushes = self.world.pushes.clone();
        self.world.record = Some(Box::default());
        let stepped = self.step();
        let record = self.world.record.take();
        let report = stepped?;
        let found = self.differentiate(inputs, contacts, record, &pushes);
        self.world.pushes.fill(Push::default());
        match found {
            Ok(derivatives) => Ok((report, derivatives)),
            Err(error) => {
                self.restore(before)?;
                Err(error)
            }
        }
    }

    /// The derivatives of the step that would be next, about the state as it is.
    pub fn linearize(
        &mut self,
        inputs: &[Input],
        contacts: Contacts,
    ) -> Result<StepDerivatives, DerivativeError> {
        let before = self.state().clone();
        let pushes = self.world.pushes.clone();
        let found =
            self.step_derivatives_with(inputs, contacts).map(|(_, derivatives)| derivatives);
        self.restore(before)?;
        self.world.pushes = pushes;
        found
    }

    fn differentiate(
        &mut self,
        inputs: &[Input],
        contacts: Contacts,
        record: Option<Box<crate::stepper::Record>>,
        pushes: &[Push],
    ) -> Result<StepDerivatives, DerivativeError> {
        let record = record.unwrap_or_default();
        if let Some(reason) = record.refused {
            return Err(DerivativeError::Step { reason });
        }
        if let Some(at) = self.state().bodies.iter().position(|body| body.sub_stepped) {
            let name = &self.model().bodies()[at].description.name;
            let reason = format!(
                "\"{name}\" took small steps; take stepper = \"complementarity\" for all bodies"
            );
            return Err(DerivativeError::Step { reason });
        }
        if record.substeps.len() != self.settings().substeps {
            let reason = "it was begun again, since what took small steps met the others".into();
            return Err(DerivativeError::Step { reason });
        }
        self.world.pushes.copy_from_slice(pushes);
        let bodies = self.model().bodies();
        let moving: Vec<BodyId> =
            (0..bodies.len()).filter(|&at| bodies[at].is_dynamic()).map(BodyId).collect();
        let follows_time = !self.state().leads.is_empty()
            || bodies
                .iter()
                .any(|body| matches!(body.description.motion, crate::Motion::Kinematic(_)))
            || self.controls().iter().any(|control| control.motor.target.points().len() > 1);
        let ends = self.state().bodies.clone();
        let mut replay = self.replay.take().unwrap_or_else(|| Box::new(Replay::new(&self.world)));
        replay.lost = 0;
        let mut context = Context {
            world: &mut self.world,
            replay: &mut replay,
            inputs,
            follows_time,
            follows_length: true,
            holds_contacts: contacts == Contacts::Held,
            borders: Vec::new(),
            is_one_sided: false,
            known: Vec::new(),
            looks_back: false,
        };
        let count = record.substeps.len();
        let (mut own, mut both) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (number, substep) in record.substeps.iter().enumerate() {
            let end = match record.substeps.get(number + 1) {
                Some(next) => &next.begin.bodies,
                None => &ends,
            };
            let found = context.substep(substep, (number, count), end);
            let Sides { own: blocks, sides } = match found {
                Ok(sides) => sides,
                Err(error) => {
                    self.replay = Some(replay);
                    return Err(error);
                }
            };
            own.push(blocks);
            both.push(sides);
        }
        let Context { borders, is_one_sided, looks_back, .. } = context;
        let lost = replay.lost;
        self.replay = Some(replay);
        let side = |substeps: Vec<Vec<Block>>| StepDerivatives {
            bodies: moving.clone(),
            inputs: inputs.to_vec(),
            substeps,
            borders: borders.clone(),
            sides: None,
            lost,
            looks_back,
        };
        let is_sided = both.iter().any(Option::is_some) && !is_one_sided;
        let sides = is_sided.then(|| {
            let of = |at: usize| -> Vec<Vec<Block>> {
                let all = own.iter().zip(&both);
                let of =
                    |both: &Option<[Vec<Block>; 2]>| both.as_ref().map(|both| both[at].clone());
                all.map(|(own, both)| of(both).unwrap_or_else(|| own.clone())).collect()
            };
            Box::new([0, 1].map(|at| side(of(at))))
        });
        Ok(StepDerivatives { sides, ..side(own) })
    }
}

impl StepDerivatives {
    /// Number of coordinates of the state: twelve for each body.
    pub fn size(&self) -> usize {
        BODY * self.bodies.len()
    }

    /// The place of a coordinate of a body among those of the state: all poses come first.
    fn place(&self, body: usize, coordinate: usize) -> usize {
        let at = self.bodies.binary_search(&BodyId(body)).unwrap_or(0);
        match coordinate < 6 {
            true => 6 * at + coordinate,
            false => 6 * (self.bodies.len() + at) + coordinate - 6,
        }
    }

    fn places(&self, block: &Block) -> Vec<usize> {
        let of = |&body: &usize| (0..BODY).map(move |coordinate| (body, coordinate));
        block.members.iter().flat_map(of).map(|(body, at)| self.place(body, at)).collect()
    }

    /// The change of the end by changes of the beginning and of the inputs.
    pub fn forward(&self, state: &[f64], inputs: &[f64]) -> Vec<f64> {
        let mut changes = state.to_vec();
        for blocks in &self.substeps {
            let before = changes.clone();
            for block in blocks {
                let places = self.places(block);
                let begun: Vec<f64> = places.iter().map(|&at| before[at]).collect();
                let ends = block.forward(&begun, inputs);
                places.iter().zip(ends).for_each(|(&at, end)| changes[at] = end);
            }
        }
        changes
    }

    /// The gradient of a number by the beginning, from its gradient by the end; what the
    /// inputs do to it is added to `inputs`.
    pub fn reverse(&self, gradient: &[f64], inputs: &mut [f64]) -> Vec<f64> {
        let mut gradient = gradient.to_vec();
        for blocks in self.substeps.iter().rev() {
            let after = gradient.clone();
            for block in blocks {
                let places = self.places(block);
                let ends: Vec<f64> = places.iter().map(|&at| after[at]).collect();
                let begun = block.reverse(&ends, inputs);
                places.iter().zip(begun).for_each(|(&at, begun)| gradient[at] = begun);
            }
        }
        gradient
    }

    /// Entries of ∂(state after)/∂(state before) that may not be 0: row, column and value, by
    /// column.
    pub fn entries(&self) -> Vec<(usize, usize, f64)> {
        // Which block of each sub-step has a coordinate.
        let owners: Vec<Vec<Option<usize>>> = self
            .substeps
            .iter()
            .map(|blocks| {
                let mut owner = vec![None; self.size()];
                for (at, block) in blocks.iter().enumerate() {
                    self.places(block).into_iter().for_each(|place| owner[place] = Some(at));
                }
                owner
            })
            .collect();
        let wholes: Vec<Vec<_>> =
            self.substeps.iter().map(|blocks| blocks.iter().map(Block::whole).collect()).collect();
        let mut entries = Vec::new();
        for column in 0..self.size() {
            let mut change = vec![(column, 1.0)];
            for ((blocks, owner), wholes) in self.substeps.iter().zip(&owners).zip(&wholes) {
                let mut touched: Vec<usize> =
                    change.iter().filter_map(|&(place, _)| owner[place]).collect();
                touched.sort_unstable();
                touched.dedup();
                let mut after = change.clone();
                after.retain(|&(place, _)| owner[place].is_none());
                for at in touched {
                    let (whole, places) = (&wholes[at], self.places(&blocks[at]));
                    let own: Vec<(usize, f64)> = change
                        .iter()
                        .filter_map(|&(place, value)| {
                            let found = places.iter().position(|&own| own == place);
                            found.map(|found| (found, value))
                        })
                        .collect();
                    after.extend(places.iter().enumerate().map(|(row, &place)| {
                        let sum = own.iter().map(|&(from, value)| whole.at(row, from) * value);
                        (place, sum.sum::<f64>())
                    }));
                }
                change = after;
            }
            let found = change.into_iter().filter(|(_, value)| *value != 0.0);
            entries.extend(found.map(|(row, value)| (row, column, value)));
        }
        entries
    }

    /// ∂(state after)/∂(state before).
    pub fn by_state(&self) -> Matrix {
        self.columns(self.size(), |at, state, _| state[at] = 1.0)
    }

    /// ∂(state after)/∂(inputs).
    pub fn by_inputs(&self) -> Matrix {
        self.columns(self.inputs.len(), |at, _, inputs| inputs[at] = 1.0)
    }

    fn columns(&self, count: usize, set: impl Fn(usize, &mut [f64], &mut [f64])) -> Matrix {
        let mut columns = Matrix::zeros(self.size(), count);
        for at in 0..count {
            let (mut state, mut inputs) = (vec![0.0; self.size()], vec![0.0; self.inputs.len()]);
            set(at, &mut state, &mut inputs);
            for (row, value) in self.forward(&state, &inputs).into_iter().enumerate() {
                columns.set(row, at, value);
            }
        }
        columns
    }
}
