//! Every experiment by name. A new experiment is one file in its document's
//! folder and one line here.

use stickslip_solve::nearest_name;
use thiserror::Error;

use crate::experiment::Experiment;
use crate::{accuracy, course, erleben, ho, lefebvre, preclik, profile};

/// All experiments, document by document.
pub static EXPERIMENTS: &[Experiment] = &[
    erleben::fig_1::EXPERIMENT,
    erleben::fig_2::EXPERIMENT,
    erleben::fig_3::EXPERIMENT,
    erleben::fig_4::EXPERIMENT,
    erleben::fig_5::EXPERIMENT,
    erleben::table_1::EXPERIMENT,
    erleben::table_2::EXPERIMENT,
    erleben::fig_6::EXPERIMENT,
    erleben::zero_eigenvalues::EXPERIMENT,
    erleben::path::EXPERIMENT,
    erleben::table_3::EXPERIMENT,
    erleben::liquid::walls::EXPERIMENT,
    erleben::liquid::convergence::EXPERIMENT,
    erleben::liquid::solvers::EXPERIMENT,
    preclik::fig_2::EXPERIMENT,
    preclik::fig_3::EXPERIMENT,
    preclik::fig_4::EXPERIMENT,
    preclik::cost::EXPERIMENT,
    preclik::friction::EXPERIMENT,
    preclik::hybrid::EXPERIMENT,
    preclik::convex::EXPERIMENT,
    preclik::shapes::EXPERIMENT,
    course::fig_7::EXPERIMENT,
    course::fig_9::EXPERIMENT,
    course::fig_16::EXPERIMENT,
    course::fig_17::EXPERIMENT,
    course::fig_18::EXPERIMENT,
    course::fig_20::EXPERIMENT,
    course::fig_21::EXPERIMENT,
    course::fig_22::EXPERIMENT,
    course::fig_23::EXPERIMENT,
    course::fig_24::EXPERIMENT,
    course::fig_29::EXPERIMENT,
    course::fig_30::EXPERIMENT,
    course::fig_32::EXPERIMENT,
    course::fig_33::EXPERIMENT,
    course::fig_34::EXPERIMENT,
    course::fig_35::EXPERIMENT,
    course::fig_37::EXPERIMENT,
    course::fig_39::EXPERIMENT,
    course::fig_40::EXPERIMENT,
    course::fig_43::EXPERIMENT,
    course::r_factors::EXPERIMENT,
    course::table_2::EXPERIMENT,
    course::table_3::EXPERIMENT,
    course::table_4::EXPERIMENT,
    course::table_5::EXPERIMENT,
    course::ccd::EXPERIMENT,
    course::ccp::EXPERIMENT,
    ho::table_6_1::EXPERIMENT,
    ho::table_6_2::EXPERIMENT,
    ho::table_6_5::EXPERIMENT,
    ho::fig_6_1::EXPERIMENT,
    ho::fig_6_2::EXPERIMENT,
    ho::fig_6_4::EXPERIMENT,
    ho::fig_6_5::EXPERIMENT,
    ho::fig_6_6::EXPERIMENT,
    ho::extrapolation::EXPERIMENT,
    lefebvre::table_2_2::EXPERIMENT,
    lefebvre::table_2_3::EXPERIMENT,
    lefebvre::table_2_4::EXPERIMENT,
    lefebvre::table_3_1::EXPERIMENT,
    lefebvre::fig_2_3::EXPERIMENT,
    lefebvre::fig_2_4::EXPERIMENT,
    lefebvre::fig_2_5::EXPERIMENT,
    lefebvre::fig_4_1::EXPERIMENT,
    lefebvre::threshold::EXPERIMENT,
    lefebvre::motions::EXPERIMENT,
    profile::EXPERIMENT,
    accuracy::EXPERIMENT,
];

/// No experiment of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no experiment \"{name}\"{hint}")]
pub struct UnknownExperiment {
    /// What was asked for.
    pub name: String,
    hint: String,
}

/// The experiment of that name.
pub fn find(name: &str) -> Result<&'static Experiment, UnknownExperiment> {
    EXPERIMENTS.iter().find(|experiment| experiment.name == name).ok_or_else(|| UnknownExperiment {
        name: name.into(),
        hint: nearest_name(name, EXPERIMENTS.iter().map(|experiment| experiment.name))
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?")),
    })
}
