//! JSON text to glTF types, with messages that point into the text.
//!
//! The text is parsed as a plain value first: that gives syntax errors, the version (glTF 1.0 has other types altogether),
//! and a copy in which nothing is lost. The typed parse follows. Three weaknesses of the typed crate are mended here: it
//! cuts indices to 32 bits, so that 4294967296 would silently mean 0, and it insists on a scene's list of nodes and on the
//! node of an animation channel, which the specification makes optional. A channel without a node moves none: it is left
//! out of the typed form.

use gltf::json::Root;
use serde_json::Value;

use crate::extensions;
use crate::fault::{EXPORT_AGAIN, Fault, FaultKind};

/// Members of glTF objects that hold an index, or a list or map of indices, or a small enumeration.
const INDEX_KEYS: &[&str] = &[
    "attributes",
    "buffer",
    "bufferView",
    "camera",
    "children",
    "componentType",
    "index",
    "indices",
    "input",
    "inverseBindMatrices",
    "joints",
    "material",
    "mesh",
    "mode",
    "node",
    "nodes",
    "output",
    "sampler",
    "scene",
    "skeleton",
    "skin",
    "source",
    "target",
    "targets",
];

/// The file's JSON, as it stands and as glTF types.
pub(crate) fn parse(text: &[u8]) -> Result<(Value, Root), Fault> {
    let text = str::from_utf8(without_mark(text))
        .map_err(|e| Fault::broken(FaultKind::Json, "JSON", format!("byte {} is not UTF-8", e.valid_up_to())))?;
    // GLB pads its JSON with spaces, and careless writers with zeros.
    let text = text.trim_end_matches(['\0', ' ', '\n', '\r', '\t']);
    let value: Value = serde_json::from_str(text).map_err(|e| json_fault(text, &e))?;
    check_version(&value)?;
    check_indices(&value, "")?;
    let root = typed(text, &value)?;
    extensions::check_required(&root.extensions_required)?;
    Ok((value, root))
}

/// The text without the mark that some editors put before UTF-8.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

fn typed(text: &str, value: &Value) -> Result<Root, Fault> {
    serde_json::from_str(text).or_else(|error| {
        let mut lenient = value.clone();
        for scene in lenient.get_mut("scenes").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(scene) = scene.as_object_mut() {
                scene.entry("nodes").or_insert_with(|| Value::Array(Vec::new()));
            }
        }
        for animation in lenient.get_mut("animations").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(channels) = animation.get_mut("channels").and_then(Value::as_array_mut) {
                channels.retain(|channel| channel.get("target").is_none_or(|target| target.get("node").is_some()));
            }
        }
        // The first error has a line and a column, so that is the one to report.
        serde_json::from_value(lenient).map_err(|_| json_fault(text, &error))
    })
}

fn check_version(value: &Value) -> Result<(), Fault> {
    let asset = value.get("asset");
    let member = |name: &str| asset.and_then(|a| a.get(name)).and_then(Value::as_str);
    let Some(version) = member("version") else {
        return Err(Fault::broken(FaultKind::Json, "asset", "it has no version: this is not a glTF file"));
    };
    let needed = member("minVersion").unwrap_or(version);
    let supported = |v: &str| v == "2.0" || (v.starts_with("2.") && member("minVersion").is_none());
    if supported(needed) {
        return Ok(());
    }
    Err(Fault::new(
        FaultKind::Json,
        "asset",
        format!("glTF version {needed:?}; only 2.0 is known"),
        "convert the file to glTF 2.0",
    ))
}

/// Refuses indices beyond 32 bits. `key` is the member that holds `value`, however deep in arrays.
fn check_indices(value: &Value, key: &str) -> Result<(), Fault> {
    match value {
        Value::Number(number) if INDEX_KEYS.contains(&key) => match number.as_u64() {
            Some(index) if u32::try_from(index).is_err() => {
                Err(Fault::broken(FaultKind::Json, key, format!("{index} is larger than any index or code can be")))
            }
            _ => Ok(()),
        },
        Value::Array(items) => items.iter().try_for_each(|item| check_indices(item, key)),
        Value::Object(members) => members
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "extras" | "extensions"))
            // The names in a primitive's `attributes` and `targets` are free; their values are indices all the same.
            .try_for_each(|(name, item)| {
                let inherited = matches!(key, "attributes" | "targets") && item.is_number();
                check_indices(item, if inherited { key } else { name })
            }),
        _ => Ok(()),
    }
}

fn json_fault(text: &str, error: &serde_json::Error) -> Fault {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let near = near(text, line, column);
    Fault::new(
        FaultKind::Json,
        format!("JSON line {line}, column {column}"),
        format!("{message}, after `{near}`"),
        EXPORT_AGAIN,
    )
}

/// The last few characters before a place in the text: `.glb` files have one long line, where a column says little.
fn near(text: &str, line: usize, column: usize) -> String {
    const SHOWN: usize = 40;
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let before: Vec<char> = line.char_indices().take_while(|(at, _)| *at < column).map(|(_, c)| c).collect();
    before
        .iter()
        .skip(before.len().saturating_sub(SHOWN))
        .map(|c| if c.is_control() { ' ' } else { *c })
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Fault {
        parse(text.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_wrong_type_is_shown_with_its_place() {
        let fault = fault("{\"asset\": {\"version\": \"2.0\"},\n \"nodes\": [{\"name\": 42}]}");
        assert_eq!(fault.element, "JSON line 2, column 22");
        assert!(fault.what.contains("expected a string") && fault.what.contains("\"name\": 42"), "{fault}");
    }

    #[test]
    fn a_scene_may_have_no_nodes() {
        let (value, root) = parse(b"\xEF\xBB\xBF{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{}]}\0 ").unwrap();
        assert!(root.scenes[0].nodes.is_empty());
        assert!(value["scenes"][0].get("nodes").is_none());
    }

    #[test]
    fn a_channel_may_have_no_node() {
        let text = br#"{"asset": {"version": "2.0"}, "animations": [{"samplers": [], "channels": [
            {"sampler": 0, "target": {"path": "pointer"}}, {"sampler": 0, "target": {"node": 3, "path": "scale"}}]}]}"#;
        let (_, root) = parse(text).unwrap();
        assert_eq!(root.animations[0].channels.len(), 1);
    }

    #[test]
    fn versions() {
        assert!(parse(br#"{"asset": {"version": "2.1", "minVersion": "2.0"}}"#).is_ok());
        assert!(fault(r#"{"asset": {"version": "2.1", "minVersion": "2.1"}}"#).what.contains("2.1"));
        assert!(fault(r#"{"asset": {"version": "1.0"}}"#).remedy.contains("convert"));
        assert_eq!(fault("{}").element, "asset");
    }

    #[test]
    fn an_index_beyond_32_bits_does_not_wrap_around() {
        for rest in
            [r#""scene": 4294967296"#, r#""meshes": [{"primitives": [{"attributes": {"POSITION": 4294967296}}]}]"#]
        {
            let fault = fault(&format!(r#"{{"asset": {{"version": "2.0"}}, {rest}}}"#));
            assert!(fault.what.contains("4294967296"), "{fault}");
        }
    }

    #[test]
    fn deep_nesting_is_a_fault() {
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(fault(&text).kind, FaultKind::Json);
    }
}
