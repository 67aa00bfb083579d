//! `routewright model`: look at trained policies.

use std::process::ExitCode;

use routewright::design::read_model;
use routewright::policy::Net;
use routewright::report::TextTable;
use routewright::train::ValidationCosts;
use serde_json::{Value, json};

use crate::terminal::print;
use crate::train::costs_table;

/// Look at a trained policy.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    Info(InfoArgs),
}

/// Show what a weights file holds: the architecture, how it was trained, and how good it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright model info policy/best.safetensors")]
pub struct InfoArgs {
    /// A weights file, or a built-in policy: default, seed-1, seed-2, seed-3
    #[arg(value_name = "FILE")]
    model: String,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs one of the commands.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    let Command::Info(args) = command;
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
            format!("{layers} layers of {} heads, width {}{kept}", shape.heads, shape.width)
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
