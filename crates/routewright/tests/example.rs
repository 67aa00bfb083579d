//! The program of the documentation is the one that runs as an example, word for word.

/// The first code block of some documentation, without hidden lines.
fn first_block(text: &str, prefix: &str) -> String {
    let lines = text.lines().filter_map(|line| line.strip_prefix(prefix.trim_end()));
    let lines = lines.map(|line| line.strip_prefix(' ').filter(|_| !prefix.is_empty()).unwrap_or(line));
    let block = lines.skip_while(|line| !line.starts_with("```")).skip(1);
    let block = block.take_while(|line| !line.starts_with("```")).filter(|line| !line.starts_with("# "));
    block.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn documentation_and_example_are_the_same_program() {
    let example = include_str!("../examples/library.rs");
    let code = example.lines().filter(|line| !line.is_empty() && !line.starts_with("//!"));
    let code = code.collect::<Vec<_>>().join("\n");
    assert!(code.contains("Design::new(&problem)"));
    assert_eq!(first_block(include_str!("../src/lib.rs"), "//! "), code);
    assert_eq!(first_block(include_str!("../../../docs/library.md"), ""), code);
}
