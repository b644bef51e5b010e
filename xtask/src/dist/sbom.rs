//! A bill of materials in [CycloneDX](https://cyclonedx.org) 1.5.

use serde_json::json;

use super::packages::{Package, Packages};

/// The document; the same for the same lock file.
pub fn cyclone(packages: &Packages) -> String {
    let component = |package: &Package| {
        let Package { name, version, license, registry, .. } = package;
        let address = format!("pkg:cargo/{name}@{version}");
        let scope = if registry.is_some() { "required" } else { "own" };
        // `MIT/Apache-2.0` is how older manifests write it.
        let expression = license.replace('/', " OR ");
        json!({
            "type": "library",
            "bom-ref": address,
            "name": name,
            "version": version,
            "purl": address,
            "licenses": [{ "expression": expression }],
            "properties": [{ "name": "stickslip:origin", "value": scope }],
        })
    };
    let components: Vec<_> = packages.list.iter().map(component).collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "name": "stickslip",
            "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components,
    });
    format!("{document:#}\n")
}
