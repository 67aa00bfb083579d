//! `routewright model`: look at trained policies.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use routewright::design::read_model;
use routewright::policy::{Embeddings, Net};
use routewright::report::TextTable;
use routewright::train::ValidationCosts;
use serde_json::{Value, json};

use crate::terminal::print;
use crate::train::costs_table;

/// Look at a trained policy.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    Info(InfoArgs),
    Deafen(DeafenArgs),
}

/// Write a copy of a policy that does not hear its own node embeddings, to test what they are worth.
///
/// Attention layers turn every node into an embedding. The copy scores every node by the embedding of another one, or
/// by the mean of all. A policy whose networks are as good without its own embeddings does not use them.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  routewright model deafen attention-1 --embeddings exchanged --out deaf.safetensors\n  \
                        routewright design mandl --method lc --temperature 1 --model deaf.safetensors"
)]
pub struct DeafenArgs {
    /// A weights file, or a built-in policy
    #[arg(value_name = "MODEL")]
    model: String,
    /// Whose embedding a node is scored by
    #[arg(long, value_enum, value_name = "WHOSE")]
    embeddings: Whose,
    /// The weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Whose {
    /// That of the node half the city further on in its list
    Exchanged,
    /// The mean of all nodes
    Mean,
}

/// Show what a weights file holds: the architecture, how it was trained, and how good it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright model info policy/best.safetensors")]
pub struct InfoArgs {
    /// A weights file, or a built-in policy: default, seed-1 to seed-3, attention-1 to attention-3
    #[arg(value_name = "FILE")]
    model: String,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs one of the commands.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Info(args) => info(args),
        Command::Deafen(args) => deafen(args),
    }
}

fn deafen(args: &DeafenArgs) -> anyhow::Result<ExitCode> {
    let mut net = read_model(&args.model)?;
    if net.architecture().layers == 0 {
        bail!("{} has no attention layers, so it has no embeddings to exchange", args.model);
    }
    net.set_embeddings(match args.embeddings {
        Whose::Exchanged => Embeddings::Exchanged,
        Whose::Mean => Embeddings::Mean,
    });
    net.write(&args.out)?;
    Ok(ExitCode::SUCCESS)
}

fn info(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let net = read_model(&args.model)?;
    let text = if args.json { format!("{}\n", as_json(&net)) } else { as_table(&args.model, &net) };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn as_json(net: &Net) -> Value {
    let tensor =
        |tensor: &routewright::policy::TensorInfo| json!({ "name": tensor.name, "shape": tensor.shape });
    json!({
        "architecture": net.architecture(),
        "parameters": net.parameters().len(),
        "tensors": net.tensors().iter().map(tensor).collect::<Vec<_>>(),
        "normalisers": net.normalisers(),
        "training": net.training(),
    })
}

fn as_table(name: &str, net: &Net) -> String {
    let shape = net.architecture();
    let mut table = TextTable::default();
    let backbone = match shape.layers {
        0 => "none: node features go straight to the scores".to_owned(),
        layers => {
            let kept = if shape.residual { ", each node keeps its own projection" } else { "" };
            let heard = match shape.embeddings {
                Embeddings::Own => "",
                Embeddings::Exchanged => ", deaf: nodes have each other's embeddings",
                Embeddings::Mean => ", deaf: all nodes have the mean embedding",
            };
            format!("{layers} layers of {} heads, width {}{kept}{heard}", shape.heads, shape.width)
        }
    };
    table
        .row("backbone", backbone)
        .row(
            "pair, path, halt",
            format!("{}, {}, {}", shape.pair_hidden, shape.path_hidden, shape.halt_hidden),
        )
        .row("inputs", plain(&json!(shape.inputs)))
        .row("parameters", net.parameters().len().to_string())
        .row("tensors", net.tensors().len().to_string());
    for tensor in net.tensors() {
        let shape: Vec<String> = tensor.shape.iter().map(usize::to_string).collect();
        table.row(format!("  {}", tensor.name), shape.join(" × "));
    }
    let drive = net.normalisers().edge.last().map_or(String::new(), |drive| {
        format!("driving time {:.1} ± {:.1} min among others", drive.mean, drive.deviation)
    });
    table.row("normalised by", drive);
    format!("{name}:\n{}{}", table.render(), history(net.training()))
}

/// How it was trained, where that is known.
fn history(training: &Value) -> String {
    let Some(config) = training["config"].as_object() else {
        return "its training is not recorded\n".to_owned();
    };
    let mut table = TextTable::default();
    table.row("iteration", plain(&training["iteration"]));
    config.iter().for_each(|(name, value)| {
        table.row(name, plain(value));
    });
    let costs = |name: &str| serde_json::from_value::<ValidationCosts>(training[name].clone()).ok();
    let validation = costs("validation").map_or(String::new(), |validation| {
        let table = costs_table(&validation, costs("random-policy").as_ref());
        format!("cost on held-out cities:\n{table}")
    });
    let own = format!("trained by version {}:\n{}{validation}", plain(&training["version"]), table.render());
    match &training["from"] {
        Value::Null => own,
        parent => format!("{own}started from a policy that was itself\n{}", history(parent)),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
