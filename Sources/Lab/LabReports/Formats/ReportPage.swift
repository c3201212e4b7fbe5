import KioskYAML

/// The template of the HTML reports: one self-contained file whose own script draws tables and
/// charts from embedded JSON. Without scripts, a browser shows the text report.
enum ReportPage {
    /// Returns the content of an HTML file.
    ///
    /// - Parameters:
    ///   - title: The title of the page, as plain text.
    ///   - text: The text report, which the script replaces.
    ///   - data: The value that the script reads as `data`.
    ///   - script: JavaScript that passes the elements of the page to `show`.
    static func html(title: String, text: String, data: JSON, script: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"/>
        <title>\(escaped(title))</title>
        <style>
        \(style)
        </style>
        </head>
        <body>
        <pre>\(escaped(text))</pre>
        <script id="data" type="application/json">
        \(embedded(data))
        </script>
        <script>
        \(Self.script)
        \(script)
        </script>
        </body>
        </html>

        """
    }

    /// Returns a JSON string with numbers of at most three decimals, separated by spaces, which the
    /// function `numbers` of the script parses. A string is shorter than an array, which has a line
    /// for each number.
    static func numbers(_ values: [Double]) -> JSON {
        .string(values.map { Decimals.atMost($0, places: 3) }.joined(separator: " "))
    }

    /// Returns a JSON array of strings.
    static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// Returns JSON as text without `<`, which could end the script element. In JSON, the
    /// character is always part of a string.
    private static func embedded(_ data: JSON) -> String {
        data.text.split(separator: "<", omittingEmptySubsequences: false)
            .joined(separator: "\\u003c")
    }

    /// Returns `text` escaped for use in an element.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // Device names can contain characters that HTML forbids.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The functions that the scripts of all reports share. Coordinates are in the units of a
    /// chart, which scales to the available space.
    private static let script = #"""
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const shapes = ["svg", "rect", "line", "circle", "path", "text"];
        // The characters that HTML forbids, which device names can contain.
        const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

        // Strings become text nodes, so that names cannot contain markup.
        function element(name, attributes, ...children) {
          const result = shapes.includes(name)
            ? document.createElementNS("http://www.w3.org/2000/svg", name)
            : document.createElement(name);
          for (const key in attributes) result.setAttribute(key, attributes[key]);
          for (const child of children)
            result.append(typeof child === "string" ? child.replace(forbidden, "\ufffd") : child);
          return result;
        }
        const paragraph = (text, kind = "") => element("p", {class: kind}, text);
        const row = (cells, kind = "") =>
          element("tr", {class: kind}, ...cells.map(cell => element("td", {}, cell)));
        const table = (heads, rows) => element("div", {class: "wide"}, element("table", {},
          element("thead", {}, element("tr", {},
            ...heads.map(head => element("th", {scope: "col"}, head)))),
          element("tbody", {}, ...rows)));
        const show = (...elements) => document.body.replaceChildren(...elements);

        const numbers = text => text === "" ? [] : text.split(" ").map(Number);
        const pairs = text => {
          const values = numbers(text);
          return Array.from({length: values.length / 2}, (_, i) => [values[2 * i], values[2 * i + 1]]);
        };
        const decimal = (value, places) => String(Number(value.toFixed(places)));
        const largest = values => values.reduce((most, value) => Math.max(most, value), 0);

        // Returns about `count` evenly spaced round numbers from 0 to at most `end`.
        function ticks(end, count) {
          if (!(end > 0 && end < Infinity)) return [0];
          let step = 0.001;
          for (let i = 0; end / step > count * 1.5; i += 1) step *= [2, 2.5, 2][i % 3];
          return Array.from(
            {length: Math.floor(end / step) + 1}, (_, i) => Number((i * step).toFixed(3)));
        }

        class Chart {
          constructor(width, height) {
            this.width = width;
            this.height = height;
            this.svg = element("svg", {viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
              role: "img", style: `max-width: ${width / 16}rem`});
          }
          add(name, kind, attributes, ...children) {
            this.svg.append(element(name, {class: kind, ...attributes}, ...children));
          }
          line(kind, x1, y1, x2, y2) { this.add("line", kind, {x1, y1, x2, y2}); }
          rectangle(kind, x, y, width, height) { this.add("rect", kind, {x, y, width, height}); }
          circle(kind, cx, cy, r) { this.add("circle", kind, {cx, cy, r}); }
          text(x, y, content, anchor = "start") {
            this.add("text", "", {x, y, "text-anchor": anchor}, content);
          }
          polyline(kind, points, attributes = {}) {
            if (points.length < 2) return;
            const d = "M" + points.map(point => point.join(" ")).join("L");
            this.add("path", kind, {d, ...attributes});
          }
          figure(label, caption) {
            this.svg.setAttribute("aria-label", label);
            return element("figure", {}, this.svg, element("figcaption", {}, caption));
          }
        }

        // A chart with a horizontal axis from 0 to `end`.
        class Plot extends Chart {
          constructor(width, height, end, unit) {
            super(width, height);
            Object.assign(this, {end, left: 48, right: width - 14, top: 26, base: height - 36});
            for (const value of ticks(end, width / 80)) {
              this.line("axis", this.x(value), this.base, this.x(value), this.base + 4);
              this.text(this.x(value), this.base + 16, String(value), "middle");
            }
            this.text(this.right, height - 3, unit, "end");
          }
          x(value) { return this.left + (this.right - this.left) * value / this.end; }
          y(value) { return this.base - (this.base - this.top) * value / this.most; }
          addVerticalAxis(most, unit, isCount) {
            this.most = most;
            for (const value of ticks(most, this.height / 65)) {
              if (isCount && !Number.isInteger(value)) continue;
              this.line("axis", this.left, this.y(value), this.right, this.y(value));
              this.text(this.left - 5, this.y(value) + 4, String(value), "end");
            }
            this.text(4, 12, unit);
          }
          bar(kind, from, to, value, least) {
            const height = Math.max(this.base - this.y(value), least);
            this.rectangle(
              kind, this.x(from), this.base - height, this.x(to) - this.x(from), height);
          }
        }
        """#
}
