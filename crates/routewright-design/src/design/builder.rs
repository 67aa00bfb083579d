//! Designing from a program.

use std::path::PathBuf;
use std::sync::Arc;

use routewright_env::Policy;
use routewright_io::CityDetails;
use routewright_model::{Network, Problem};
use routewright_policy::Net;
use routewright_search::{Exchange, Plugins};

use super::brought::Brought;
use super::checkpoint::STATE;
use super::choices::Method;
use super::job::{DesignJob, posed};
use super::options::DesignOptions;
use super::plan::Plan;
use super::status::DesignStatus;
use crate::{Cancel, Error, Ground, Inputs, Observer, Place, ProblemOptions, Result, RunFolder, Stop, cores};

/// Designs a network for a problem.
///
/// ```
/// use routewright_design::{City, Design, Method, OpenCity, Problem, Stop};
///
/// let city = City::open("mandl")?;
/// let problem = Problem::for_city(&city).alpha(0.5).build()?;
/// let plan = Design::new(&problem).method(Method::Anneal).stop(Stop::iterations(3)).seed(7).run()?;
/// assert!(plan.figures().violations.is_empty());
/// # Ok::<(), routewright_design::Error>(())
/// ```
pub struct Design<'run> {
    problem: Problem,
    options: DesignOptions,
    stop: Stop,
    start: Option<Network>,
    net: Option<Arc<Net>>,
    details: Arc<CityDetails>,
    ground: Arc<Ground>,
    brought: Brought,
    threads: usize,
    place: Place,
    cancel: Cancel,
    observer: Option<&'run mut dyn Observer<DesignStatus>>,
}

impl<'run> Design<'run> {
    /// A design run with the defaults of the command line: `anneal` for 20 s on all cores, seed 1.
    pub fn new(problem: &Problem) -> Self {
        let options = DesignOptions { problem: ProblemOptions::of(problem), ..DesignOptions::default() };
        Self {
            options: DesignOptions { city: problem.city.name().to_owned(), ..options },
            problem: problem.clone(),
            stop: Stop::default(),
            start: None,
            net: None,
            details: Arc::default(),
            ground: Arc::default(),
            brought: Brought::default(),
            threads: cores(),
            place: Place::Memory,
            cancel: Cancel::new(),
            observer: None,
        }
    }

    /// A design run that poses its problem itself, as the command line does: from options, and inputs that are in memory
    /// already. Paths in the options are not read.
    ///
    /// # Errors
    /// An option is wrong, or neither options nor city say how many routes of which length.
    pub fn from_options(options: &DesignOptions, inputs: Inputs) -> Result<Self> {
        let problem = posed(options, &inputs)?;
        let own = DesignOptions {
            city: problem.city.name().to_owned(),
            problem: ProblemOptions::of(&problem),
            start: None,
            ..options.clone()
        };
        let Inputs { details, ground, start, net, .. } = inputs;
        Ok(Self { options: own, start, net, details, ground, ..Self::new(&problem) })
    }

    /// How to search.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.options.method = Some(method);
        self
    }

    /// When to end.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Seed of the random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = Some(seed);
        self
    }

    /// Threads to use. With a limit in rounds the result is the same for any number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// A network to start from and to compare with.
    #[must_use]
    pub fn start(mut self, network: &Network) -> Self {
        self.start = Some(network.clone());
        self
    }

    /// Routes of the start, by name, that stay as they are.
    #[must_use]
    pub fn freeze(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.options.freeze = names.into_iter().map(Into::into).collect();
        self
    }

    /// Cost added per stop that a route gains or loses against the start.
    #[must_use]
    pub fn change_price(mut self, price: f64) -> Self {
        self.options.change_price = Some(price);
        self
    }

    /// The policy for methods that ask one; a built-in policy by default.
    #[must_use]
    pub fn policy(mut self, net: Arc<Net>) -> Self {
        self.net = Some(net);
        self
    }

    /// What else is known of the city, for maps, feeds and access: the course of its streets, people and jobs.
    /// [`read_city_details`](routewright_io::read_city_details) reads them from a city folder.
    #[must_use]
    pub fn details(mut self, details: CityDetails) -> Self {
        self.details = Arc::new(details);
        self
    }

    /// Streets and today's lines of the city: designed routes are then laid out along the streets.
    /// [`Ground::read`] reads them from a city folder.
    #[must_use]
    pub fn ground(mut self, ground: Ground) -> Self {
        self.ground = Arc::new(ground);
        self
    }

    /// Adds moves and cost terms of your own to method anneal.
    #[must_use]
    pub fn plugins(mut self, plugins: Plugins) -> Self {
        self.brought.plugins = plugins;
        self
    }

    /// A policy of your own for the methods that ask one, in place of a net. Scores are taken as they are: there is no
    /// temperature.
    #[must_use]
    pub fn own_policy(mut self, policy: impl Policy + Send + 'static) -> Self {
        self.brought.policy = Some(Arc::new(policy));
        self
    }

    /// Meets searches that run elsewhere; for method anneal.
    #[must_use]
    pub fn exchange(mut self, exchange: &Exchange) -> Self {
        self.brought.exchange = Some(exchange.clone());
        self
    }

    /// Continues a longer run that was at this share, from 0 to 1: annealing begins as cool as that run was. Give the
    /// best network of that run as the start, and what is left of its time.
    #[must_use]
    pub fn begin_at(mut self, share: f64) -> Self {
        self.brought.begin = share;
        self
    }

    /// Any other option of the command line, by its field. City, problem and start are refused here: they have
    /// places of their own.
    ///
    /// ```
    /// # use routewright_design::{City, Design, Method, OpenCity, Problem};
    /// # let problem = Problem::for_city(&City::open("mandl")?).build()?;
    /// let plan = Design::new(&problem).method(Method::Rc).options(|options| options.samples = Some(5)).run()?;
    /// assert_eq!(plan.evaluations(), 5);
    /// # Ok::<(), routewright_design::Error>(())
    /// ```
    #[must_use]
    pub fn options(mut self, change: impl FnOnce(&mut DesignOptions)) -> Self {
        change(&mut self.options);
        self
    }

    /// Saves checkpoints and results to a folder. If it holds an interrupted run with the same settings and
    /// inputs, that run is resumed.
    #[must_use]
    pub fn folder(mut self, path: impl Into<PathBuf>) -> Self {
        self.place = Place::Folder(path.into());
        self
    }

    /// Ends the run early when somebody asks for it; the best network so far is returned.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.cancel = cancel.clone();
        self
    }

    /// Watches the run.
    #[must_use]
    pub fn observer<'o>(self, observer: &'o mut dyn Observer<DesignStatus>) -> Design<'o> {
        let Self {
            problem, options, stop, start, net, details, ground, brought, threads, place, cancel, ..
        } = self;
        let observer = Some(observer);
        Design {
            problem,
            options,
            stop,
            start,
            net,
            details,
            ground,
            brought,
            threads,
            place,
            cancel,
            observer,
        }
    }

    /// Runs to the end. Results are written to the folder, where one is given.
    ///
    /// # Errors
    /// A setting is wrong, no legal network exists, or the disk refuses.
    pub fn run(self) -> Result<Plan> {
        let Self {
            problem,
            mut options,
            stop,
            start,
            net,
            details,
            ground,
            brought,
            threads,
            place,
            cancel,
            observer,
        } = self;
        let Stop { seconds, iterations, no_improvement, rules } = stop;
        check_options(&options, &problem)?;
        let brought = Brought { rules, ..brought };
        let model = options.model_for(start.is_some());
        brought.check(options.method(), model.is_some())?;
        if !brought.rules.is_empty() && seconds.is_none() && iterations.is_none() {
            // The rule alone says how far the run is.
            options.iterations = Some(i64::MAX as u64);
        }
        options.seconds = seconds.or(options.seconds);
        options.iterations = iterations.or(options.iterations);
        options.no_improvement = no_improvement.or(options.no_improvement);
        let net = match (net, model) {
            _ if brought.policy.is_some() => None,
            (Some(net), Some(_)) => Some(net),
            (None, Some(name)) => Some(Arc::new(crate::read_model(&name)?)),
            (_, None) => None,
        };
        let inputs = Inputs {
            city: problem.city.clone(),
            details,
            ground,
            start,
            fixed: problem.fixed.clone(),
            net,
            notes: Vec::new(),
        };
        let mut job = match &place {
            Place::Folder(path) if RunFolder::open(path).has(STATE) => {
                DesignJob::resume_with_inputs(path, &options, inputs, threads)?
            }
            _ => DesignJob::with_inputs(&options, problem, inputs, threads, &place, String::new())?,
        };
        job.plug_in(brought)?;
        let mut nobody = ();
        let observer = observer.unwrap_or(&mut nobody);
        job.notes().iter().for_each(|note| observer.on_note(note));
        let mut plan = job.run(&cancel, observer)?;
        plan.save()?;
        plan.release();
        Ok(plan)
    }
}

/// Options that the builder has methods or arguments of its own for are not taken from elsewhere.
fn check_options(options: &DesignOptions, problem: &Problem) -> Result<()> {
    let is_own = options.problem == ProblemOptions::of(problem)
        && options.city == problem.city.name()
        && options.start.is_none();
    match is_own {
        true => Ok(()),
        false => Err(Error::Settings(
            "options: city, problem and start are given to the builder itself, not as options".into(),
        )),
    }
}
