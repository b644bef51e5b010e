//! What holds for every generator in the table.

use stickslip_problems::generate::{self, GENERATORS};
use stickslip_solve::{OptionError, OptionValues};

#[test]
fn the_same_seed_gives_the_same_bits_and_another_seed_another_problem() {
    for generator in GENERATORS {
        let make = |seed| {
            let made = generator.generate(seed, &OptionValues::new());
            made.unwrap_or_else(|error| panic!("{}: {error}", generator.name))
        };
        let (first, again, other) = (make(3), make(3), make(4));
        assert_eq!(first.data(), again.data(), "{}", generator.name);
        assert!(first.name().starts_with(generator.name), "{}", first.name());
        assert!(first.name().ends_with("-seed3"), "{}", first.name());
        assert!(
            first.b() != other.b() || generator.name == "murty",
            "{}: the seed changes nothing",
            generator.name
        );
    }
}

#[test]
fn names_are_unique_and_misspelt_ones_get_a_hint() {
    for (index, generator) in GENERATORS.iter().enumerate() {
        assert!(GENERATORS[..index].iter().all(|other| other.name != generator.name));
        assert_eq!(generate::find(generator.name).expect("listed").name, generator.name);
        assert!(!generator.summary.is_empty());
    }
    let error = generate::find("wal").expect_err("misspelt").to_string();
    assert_eq!(error, "there is no generator \"wal\"; did you mean \"wall\"?");
}

#[test]
fn unknown_options_and_bad_numbers_are_refused_with_their_name() {
    for generator in GENERATORS {
        let unknown = generator.generate(0, &OptionValues::new().set("no-such-option", 1));
        assert!(
            matches!(unknown, Err(generate::GenerateError::Option(OptionError::UnknownKey { .. }))),
            "{}",
            generator.name
        );
        for option in (generator.options)() {
            let settings = OptionValues::new().set(option.key, "-3");
            let error = generator.generate(0, &settings).expect_err(option.key).to_string();
            assert!(error.contains(option.key), "{}: {error}", generator.name);
        }
    }
}

#[test]
fn every_default_is_accepted_when_set_by_hand() {
    for generator in GENERATORS {
        let mut settings = OptionValues::new();
        for option in (generator.options)() {
            assert!(!option.help.is_empty());
            settings = settings.set(option.key, option.default);
        }
        let by_hand = generator.generate(1, &settings).expect("defaults are legal");
        let plain = generator.generate(1, &OptionValues::new()).expect("defaults are legal");
        assert_eq!(by_hand.data(), plain.data(), "{}", generator.name);
    }
}
