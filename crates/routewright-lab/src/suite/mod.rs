//! Suites: which cities, alphas, methods, seeds and budgets an experiment has.

mod check;
mod file;
mod shipped;
mod trials;

use std::path::{Path, PathBuf};

use routewright_io::TextFile;

use crate::LabError;
use file::SuiteFile;

pub use file::MethodName;
pub use shipped::{SHIPPED, Shipped};
pub use trials::{CitySource, SyntheticCity, Trial};

/// An experiment: trials are the product of its lists.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What it is called: of the shipped ones, or the name of its file.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// Relative paths in the file start here.
    folder: PathBuf,
    file: SuiteFile,
}

/// Which of its trials a suite is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The scaled-down twin instead of the suite.
    pub scaled: bool,
    /// These seeds instead of the suite's; of a method with seeds of its own, those that are listed.
    pub seeds: Option<Vec<u64>>,
}

impl Suite {
    /// One of the shipped suites by its name, or that of a file. A file that is there wins over a name.
    ///
    /// # Errors
    /// There is none, or everything wrong with it.
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

    /// Every trial of the suite, cities first, then methods, alphas and seeds. Trials that a suite asks for
    /// twice are there once.
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
        assert_eq!(all[0], "mandl LC-40k alpha 0 seed 1");
        assert_eq!(all[5], "mandl RC-EA IT=400 alpha 1 seed 2");
        let scaled = names(&Selection { scaled: true, seeds: None });
        assert_eq!(scaled[0], "mandl LC-100 alpha 0 seed 7");
        assert_eq!(scaled.len(), 3);
        assert_eq!(names(&Selection { scaled: true, seeds: Some(vec![4, 5]) }).len(), 6);
    }

    #[test]
    fn a_run_may_have_a_policy_of_its_own() {
        let text = format!("{HEAD}[[methods]]\nmethod = \"lc\"\nsamples = 9\nmodel = \"policy-{{seed}}\"\n");
        let suite = Suite::parse("mine".into(), &TextFile::new("mine.toml", text)).unwrap();
        for trial in suite.trials(&Selection::default()) {
            let model = format!("policy-{}", trial.seed);
            assert!(
                trial.options.windows(2).any(|pair| pair[0] == "--model" && pair[1] == model),
                "{trial:?}"
            );
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
            "{HEAD}[[methods]]\nmethod = \"ea\"\niterations = 4\n[[synthetic]]\nname = \"mandl\"\nkind = \"moon\"\n\
             nodes = 5\nseed = 1\n"
        ));
        assert!(city.contains("mine.toml:10:") && city.contains("moon"), "{city}");
    }

    #[test]
    fn every_shipped_suite_and_its_twin_hold_trials() {
        for shipped in SHIPPED {
            let suite = Suite::find(shipped.name).unwrap();
            let full = suite.trials(&Selection::default());
            let scaled = suite.trials(&Selection { scaled: true, seeds: None });
            assert!(!scaled.is_empty() && scaled.len() <= full.len(), "{}", shipped.name);
            // Seconds of all trials whose time is known fit ten minutes on two cores.
            let seconds: f64 = scaled.iter().filter_map(|trial| trial.seconds).sum();
            assert!(seconds <= 1200.0, "{}: {seconds}", shipped.name);
        }
        assert!(matches!(Suite::find("no-such"), Err(LabError::UnknownSuite { .. })));
    }
}
