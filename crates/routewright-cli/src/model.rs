//! `routewright model`: look at trained policies.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use routewright::policy::Net;
use routewright::train::ValidationCosts;
use serde_json::{Value, json};

use crate::exit::UsageError;
use crate::table::Table;
use crate::train::costs_table;

/// Look at a trained policy.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    Info(InfoArgs),
}

/// Show what a weights file holds: the shape of the net, how it was trained, and how good it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright model info policy/best.safetensors")]
pub struct InfoArgs {
    /// A weights file, or the name of a policy built in: default, seed-1, seed-2, seed-3
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
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a name means a policy built in. A file of that name wins over it.
pub fn is_built_in(name: &str) -> bool {
    !Path::new(name).exists() && Net::built_in_names().any(|known| known == name)
}

/// The policy of a weights file, or one built in. A file that is there wins over the name.
pub fn read_model(name: &str) -> anyhow::Result<Net> {
    if let Some(net) = Net::built_in(name).filter(|_| is_built_in(name)) {
        return Ok(net);
    }
    if !Path::new(name).exists() {
        let names: Vec<&str> = Net::built_in_names().collect();
        let names = names.join(", ");
        return Err(UsageError(format!("{name}: no such file\n  help: policies built in are {names}")).into());
    }
    Ok(Net::read(name).map_err(|error| UsageError(error.to_string()))?)
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
    let mut table = Table::default();
    let backbone = match shape.layers {
        0 => "none: what is known of the nodes goes straight to the scores".to_owned(),
        layers => format!("{layers} layers of {} heads, width {}", shape.heads, shape.width),
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
        return "nothing is known about its training\n".to_owned();
    };
    let mut table = Table::default();
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
        parent => format!("{own}began with a policy that was itself\n{}", history(parent)),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
