//! Suites: which cities, alphas, methods, seeds and budgets an experiment has.

mod check;
mod file;
mod shipped;
mod trials;

use std::path::{Path, PathBuf};

use routewright_io::TextFile;

use crate::LabError;
use file::SuiteFile;

pub use shipped::{SHIPPED, Shipped};
pub use trials::{CitySource, SyntheticCity, Trial};

/// An experiment. Its trials are the product of its lists.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its name: that of a shipped suite, or of its file.
    pub name: String,
    /// What it shows, in one sentence.
    pub about: String,
    /// Relative paths in the file start here.
    folder: PathBuf,
    file: SuiteFile,
}

/// Which of its trials a suite is asked for.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Selection {
    /// The scaled-down version instead of the full suite.
    pub scaled: bool,
    /// These seeds instead of the suite's; a method with seeds of its own runs those that are in both lists.
    pub seeds: Option<Vec<u64>>,
}

impl Suite {
    /// A shipped suite by its name, or the suite in a file. An existing file wins over a name.
    ///
    /// # Errors
    /// No suite has that name, or it has faults; all of them are listed.
    pub fn find(name_or_path: &str) -> Result<Self, LabError> {
        let path = Path::new(name_or_path);
        if path.is_file() {
            let file = TextFile::read(path)?;
            let name = path.file_stem().map_or_else(|| "suite".into(), |stem| stem.to_string_lossy().into());
            return Self::parse(name, &file);
        }
        match SHIPPED.iter().find(|suite| suite.name == name_or_path) {
            Some(suite) => {
                let file = TextFile::new(format!("{}.toml", suite.name), suite.text);
                Self::parse(suite.name.into(), &file)
            }
            None => Err(LabError::UnknownSuite { name: name_or_path.into() }),
        }
    }

    /// Checks the text of a suite.
    ///
    /// # Errors
    /// Everything wrong with it, with its lines.
    pub fn parse(name: String, file: &TextFile) -> Result<Self, LabError> {
        let folder = file.path.parent().map(Path::to_path_buf).unwrap_or_default();
        let parsed = file::parse(file)?;
        check::check(file, &parsed)?;
        let about = parsed.about.clone();
        Ok(Self { name, about, folder, file: parsed })
    }

    /// Every trial of the suite, by city, then method, alpha and seed, without duplicates.
    pub fn trials(&self, selection: &Selection) -> Vec<Trial> {
        trials::expand(&self.file, &self.folder, selection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        let file = TextFile::new("mine.toml", text);
        Suite::parse("mine".into(), &file).unwrap_err().to_string()
    }

    const HEAD: &str = "about = \"x\"\ncities = [\"mandl\"]\nalphas = [0, 0.5]\nseeds = [1, 2]\n";

    #[test]
    fn trials_are_the_product_of_the_lists() {
        let text = format!(
            "{HEAD}[[methods]]\nmethod = \"lc\"\nsamples = 40000\nscaled = {{ samples = 100 }}\n\
             [[methods]]\nmethod = \"rc-ea\"\niterations = 400\nalphas = [1]\n[scaled]\nseeds = [7]\n"
        );
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text)).unwrap();
        let names = |selection: &Selection| -> Vec<String> {
            suite.trials(selection).iter().map(Trial::name).collect()
        };
        let all = names(&Selection::default());
        assert_eq!(all.len(), 2 * 2 + 2);
        assert_eq!(all[0], "mandl LC-40k, default alpha 0 seed 1");
        assert_eq!(all[5], "mandl RC-EA IT=400 alpha 1 seed 2");
        let scaled = names(&Selection { scaled: true, seeds: None });
        assert_eq!(scaled[0], "mandl LC-100, default alpha 0 seed 7");
        assert_eq!(scaled.len(), 3);
        assert_eq!(names(&Selection { scaled: true, seeds: Some(vec![4, 5]) }).len(), 6);
    }

    #[test]
    fn a_scaled_budget_replaces_the_full_one() {
        let text = |scaled: &str| {
            format!("{HEAD}[[methods]]\nmethod = 'rc-ea'\niterations = 400\nscaled = {{ {scaled} }}\n")
        };
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text("seconds = 5"))).unwrap();
        let options = |scaled| suite.trials(&Selection { scaled, seeds: None })[0].options.clone();
        assert_eq!((options(true).seconds, options(true).iterations), (Some(5.0), None));
        assert_eq!((options(false).seconds, options(false).iterations), (None, Some(400)));
        let both = message(&text("seconds = 5, iterations = 4"));
        assert!(
            both.starts_with("mine.toml:6: the scaled budget of rc-ea does not fit it [suite-004]"),
            "{both}"
        );
    }

    #[test]
    fn a_run_may_have_a_policy_of_its_own() {
        let text = format!("{HEAD}[[methods]]\nmethod = \"lc\"\nsamples = 9\nmodel = \"policy-{{seed}}\"\n");
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text)).unwrap();
        for trial in suite.trials(&Selection::default()) {
            let model = format!("policy-{}", trial.seed());
            assert_eq!(trial.options.model, Some(model));
            assert_eq!(trial.policies.as_deref(), Some("policy-{seed}"));
            assert_eq!(trial.label, "LC-9, policy-{seed}");
        }
    }

    #[test]
    fn files_are_looked_for_beside_the_suite() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        std::fs::write(folder.join("policy-2"), "").unwrap();
        std::fs::write(folder.join("metro.json"), "").unwrap();
        let text = format!(
            "{HEAD}[problem]\nfixed = 'metro.json'\n[[methods]]\nmethod = 'lc'\nsamples = 9\nmodel = 'policy-{{seed}}'\n"
        );
        let suite = Suite::parse("mine".into(), &TextFile::new(folder.join("mine.toml"), text)).unwrap();
        let trials = suite.trials(&Selection::default());
        let (first, second) = (&trials[0], &trials[1]);
        assert_eq!(first.options.model.as_deref(), Some("policy-1"));
        assert_eq!(second.options.model.as_deref(), folder.join("policy-2").to_str());
        assert_eq!(second.policies.as_deref(), folder.join("policy-{seed}").to_str());
        assert_eq!(second.options.problem.fixed, Some(folder.join("metro.json")));
        assert_eq!(first.label, second.label);
    }

    #[test]
    fn labels_name_policies_that_are_asked_and_not_the_usual_ones() {
        let label = |method: &str| {
            let text = format!("{HEAD}[[methods]]\n{method}\n");
            let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text)).unwrap();
            suite.trials(&Selection::default())[0].label.clone()
        };
        assert_eq!(label("method = 'nea'\niterations = 4\nmodel = 'seed-{seed}'"), "NEA IT=4");
        assert_eq!(label("method = 'nea'\niterations = 4\nmodel = 'mine/{seed}'"), "NEA IT=4, mine/{seed}");
        assert_eq!(label("method = 'nea'\niterations = 4"), "NEA IT=4, default");
        assert_eq!(label("method = 'rc-ea'\niterations = 4\nmodel = 'seed-2'"), "RC-EA IT=4");
        assert_eq!(label("method = 'anneal'\nseconds = 4"), "anneal 4 s");
        for shipped in SHIPPED {
            for trial in Suite::find(shipped.name).unwrap().trials(&Selection::default()) {
                let (_, words) = trial.label.split_once(", ").unwrap_or_default();
                assert!(["", "attention-{seed}"].contains(&words), "{}", trial.label);
            }
        }
    }

    #[test]
    fn faults_name_file_line_and_remedy() {
        let unknown = message(&format!("{HEAD}\nalphass = [1]\n"));
        assert!(unknown.starts_with("mine.toml:6: unknown field `alphass`"), "{unknown}");
        let budget = message(&format!("{HEAD}[[methods]]\nmethod = \"anneal\"\nsamples = 3\n"));
        assert!(budget.starts_with("mine.toml:6: anneal has no budget [suite-004]\n  help: "), "{budget}");
        let many =
            message("about = \"\"\ncities = []\nalphas = [1.5]\nseeds = [1]\n[[methods]]\nmethod = \"ea\"\n");
        for part in
            ["mine.toml:2: cities is empty", "mine.toml:3: alpha is 1.5", "mine.toml:6: ea has no budget"]
        {
            assert!(many.contains(part), "{many}");
        }
        let method = message(&format!("{HEAD}[[methods]]\nmethod = \"magic\"\n"));
        assert!(method.starts_with("mine.toml:6: unknown variant `magic`"), "{method}");
        let city = message(&format!(
            "{HEAD}[[methods]]\nmethod = \"ea\"\niterations = 4\n[[synthetic]]\nname = \"a b\"\nkind = \"moon\"\n\
             nodes = 5\nseed = 1\n"
        ));
        assert!(city.contains("mine.toml:10:") && city.contains("moon"), "{city}");
        assert!(
            city.contains("mine.toml:9: a synthetic city cannot be called \"a b\" [suite-005]"),
            "{city}"
        );
        let extension =
            message(&format!("{HEAD}[[methods]]\nmethod = \"rc\"\nsamples = 4\nextension = \"magic\"\n"));
        assert!(extension.starts_with("mine.toml:8: unknown variant `magic`"), "{extension}");
        let alpha =
            message(&format!("{HEAD}[problem]\nalpha = 1\n[[methods]]\nmethod = \"rc\"\nsamples = 4\n"));
        assert!(alpha.starts_with("mine.toml:5: alpha is in [problem] [suite-003]"), "{alpha}");
    }

    #[test]
    fn synthetic_cities_cannot_have_the_names_of_benchmark_cities() {
        for name in ["mandl", "Mumford0", "mumford3", "ceder1"] {
            let refused = message(&format!(
                "{HEAD}[[methods]]\nmethod = \"ea\"\niterations = 4\n[[synthetic]]\nname = \"{name}\"\n\
                 kind = \"4-grid\"\nnodes = 15\nseed = 1\n"
            ));
            let expected = format!(
                "mine.toml:9: a synthetic city cannot be called \"{name}\": a benchmark city has that name \
                 [suite-006]"
            );
            assert!(refused.starts_with(&expected), "{refused}");
        }
    }

    #[test]
    fn a_city_may_have_limits_and_construction_a_time() {
        let text = |city: &str| {
            format!(
                "{HEAD}[[limits]]\ncity = '{city}'\nroutes = 3\nmin-stops = 2\nmax-stops = 9\n[[methods]]\nmethod = 'lc'\n\
                 seconds = 30\nscaled = {{ seconds = 2 }}\n"
            )
        };
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text("mandl"))).unwrap();
        let trial = |scaled| suite.trials(&Selection { scaled, seeds: None })[0].clone();
        let limits = |trial: &Trial| {
            let problem = &trial.options.problem;
            [problem.routes, problem.min_stops, problem.max_stops]
        };
        assert_eq!(limits(&trial(false)), [Some(3), Some(2), Some(9)]);
        assert_eq!([trial(false).label, trial(true).label], ["LC 30 s, default", "LC 2 s, default"]);
        assert_eq!([trial(false).seconds(), trial(true).seconds()], [Some(30.0), Some(2.0)]);
        let samples = message(&text("mandl").replace("{ seconds = 2 }", "{ samples = 2 }"));
        assert!(samples.contains("the scaled budget of lc does not fit it"), "{samples}");
        let other = message(&text("ceder1"));
        assert!(other.starts_with("mine.toml:6: [[limits]] names \"ceder1\""), "{other}");
    }

    #[test]
    fn every_shipped_suite_and_its_scaled_version_have_trials() {
        for shipped in SHIPPED {
            let suite = Suite::find(shipped.name).unwrap();
            let full = suite.trials(&Selection::default());
            let scaled = suite.trials(&Selection { scaled: true, seeds: None });
            assert!(!scaled.is_empty() && scaled.len() <= full.len(), "{}", shipped.name);
            // Time budgets add up to at most ten minutes on two cores.
            let seconds: f64 = scaled.iter().filter_map(Trial::seconds).sum();
            assert!(seconds <= 1200.0, "{}: {seconds}", shipped.name);
        }
        assert!(matches!(Suite::find("no-such"), Err(LabError::UnknownSuite { .. })));
    }
}
