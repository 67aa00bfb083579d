//! What a program brings along to a run: parts that no option can name.

use std::sync::Arc;

use routewright_env::Policy;
use routewright_search::{Exchange, Plugins, StopRule};

use super::choices::Method;
use crate::{Choice, Error, Result};

/// A policy of a program's own, shared by the threads of a search.
pub(crate) type OwnPolicy = Arc<dyn Policy + Send>;

/// What a program brings along.
#[derive(Default)]
pub(crate) struct Brought {
    /// Stop rules, of which the first ends the run.
    pub rules: Vec<Box<dyn StopRule + Send>>,
    /// Moves and cost terms.
    pub plugins: Plugins,
    /// Builds routes in place of a net.
    pub policy: Option<OwnPolicy>,
    /// Where annealing meets searches that run elsewhere.
    pub exchange: Option<Exchange>,
    /// Share of a longer run that is over when this one begins.
    pub begin: f64,
}

impl Brought {
    /// Refuses what the method has no use for.
    pub fn check(&self, method: Method, asks_policy: bool) -> Result<()> {
        let name = method.name();
        let has_plugins = !self.plugins.moves.is_empty()
            || !self.plugins.pair_moves.is_empty()
            || !self.plugins.terms.is_empty();
        if has_plugins && method != Method::Anneal {
            return Err(Error::Settings(format!("moves and cost terms need method anneal, not {name}")));
        }
        if (self.exchange.is_some() || self.begin > 0.0) && method != Method::Anneal {
            return Err(Error::Settings(format!("an exchange needs method anneal, not {name}")));
        }
        if !(0.0..1.0).contains(&self.begin) {
            return Err(Error::Settings(format!("a run begins between 0 and 1, not at {}", self.begin)));
        }
        if self.policy.is_some() && !asks_policy {
            return Err(Error::settings(
                format!("method {name} asks no policy"),
                "choose method nea, all1-nea or lc",
            ));
        }
        Ok(())
    }

    /// Parts that decide the network, in words, as a checkpoint keeps them.
    pub fn parts(&self) -> Vec<String> {
        let Plugins { moves, pair_moves, terms } = &self.plugins;
        let move_words = |name: &str, odds: u32| format!("move {name} with odds {odds}");
        let moves = moves.iter().map(|(added, odds)| move_words(added.name(), *odds));
        let pair_moves = pair_moves.iter().map(|(added, odds)| move_words(added.name(), *odds));
        let terms = terms.iter().map(|term| format!("cost term {}", term.name()));
        let policy = self.policy.iter().map(|_| "a policy".to_owned());
        let exchange = self.exchange.iter().map(|_| "an exchange with other searches".to_owned());
        let begin = (self.begin > 0.0).then(|| format!("a beginning at {}", self.begin));
        moves.chain(pair_moves).chain(terms).chain(policy).chain(exchange).chain(begin).collect()
    }
}
