extension FieldTestDocument {
    /// The script of the page, which draws the report from the data. Positions are in millimeters.
    static let pageScript = #"""
        const {plots, limits, width, height} = data;

        // A chart of the screen, with rulers at the top and left.
        class Screen extends Chart {
          constructor() {
            const unit = 420 / Math.max(width, height, 1);
            super(width * unit + 44, height * unit + 32);
            this.unit = unit;
            this.area("screen", 0, 0, width, height);
            for (const value of ticks(width, 6)) {
              this.line("axis", this.x(value), 20, this.x(value), 24);
              this.text(this.x(value), 17, value === 0 ? "mm" : String(value), "middle");
            }
            for (const value of ticks(height, 4)) {
              this.line("axis", 32, this.y(value), 36, this.y(value));
              if (value > 0) this.text(30, this.y(value) + 4, String(value), "end");
            }
          }
          x(millimeters) { return 36 + millimeters * this.unit; }
          y(millimeters) { return 24 + millimeters * this.unit; }
          point([x, y]) { return [this.x(x), this.y(y)]; }
          area(kind, x, y, width, height) {
            this.rectangle(kind, this.x(x), this.y(y), width * this.unit, height * this.unit);
          }
          dot(kind, position, radius) { this.circle(kind, ...this.point(position), radius); }
          route(kind, positions, attributes) {
            this.polyline(kind, positions.map(position => this.point(position)), attributes);
          }
          cross(kind, position, along, across) {
            const [x, y] = this.point(position);
            this.line(kind, x - along, y - across, x + along, y + across);
            this.line(kind, x + across, y - along, x - across, y + along);
          }
          label([x, y], dx, text) { this.text(this.x(x) + dx, this.y(y) + 4, text); }
          // A very short arrow becomes a dot.
          arrow(from, to) {
            const [x, y] = this.point(to);
            const dx = (to[0] - from[0]) * this.unit, dy = (to[1] - from[1]) * this.unit;
            const length = Math.hypot(dx, dy);
            if (!(length > 3)) return this.circle("head", x, y, 2.5);
            this.route("arrow", [from, to]);
            const [i, j] = [dx / length, dy / length];
            this.polyline("head", [[x + i, y + j], [x - 7 * i - 3 * j, y - 7 * j + 3 * i],
              [x - 7 * i + 3 * j, y - 7 * j - 3 * i]]);
          }
          // Draws numbered marks without numbers that would overlap.
          marks(positions) {
            const numbered = [];
            positions.forEach(([x, y], index) => {
              this.dot("fault", [x, y], 4);
              const isNear = numbered.some(other => Math.abs(other[0] - x) * this.unit < 24
                && Math.abs(other[1] - y) * this.unit < 13);
              if (isNear || numbered.length === 100) return;
              numbered.push([x, y]);
              this.label([x, y], 6, String(index + 1));
            });
          }
        }

        // Returns the largest magnification at which the longest distance fits into `room`.
        const magnification = (longest, room, fits = () => true) =>
          [100, 50, 20, 10, 5, 2].find(factor => longest * factor <= room && fits(factor)) ?? 1;
        const circles = limit => limit ? ` Circles: ${limit.text}, the limit.` : "";

        function coverage() {
          const {columns} = plots, touches = numbers(plots.touches);
          if (touches.length === 0 || columns < 1) return [];
          const screen = new Screen();
          const w = width / columns, h = height / Math.max(Math.floor(touches.length / columns), 1);
          const kind = count =>
            count < 1 ? "dead" : count < 4 ? "level1" : count < 16 ? "level2" : "level3";
          const place = index => [(index % columns) * w, Math.floor(index / columns) * h];
          const half = Math.min(w, h) * screen.unit / 4;
          touches.forEach((count, index) => screen.area(kind(count), ...place(index), w, h));
          touches.forEach((count, index) => {
            const [x, y] = place(index);
            if (count < 1) screen.cross("cross", [x + w / 2, y + h / 2], half, half);
          });
          for (const {isColumn, begin, end} of plots.deadLines) {
            if (isColumn) screen.area("strip", begin, 0, end - begin, height);
            else screen.area("strip", 0, begin, width, end - begin);
          }
          let caption = `Cells of ${decimal(w, 1)} × ${decimal(h, 1)} mm: the darker, the more `
            + "touches came from them; red with a cross: none.";
          if (plots.deadLines.length > 0)
            caption += " Red strips: fingers crossed them and never were seen there.";
          return [screen.figure("Where touches came from", caption)];
        }

        function accuracy() {
          const limit = limits["accuracy.offset-mm"], screen = new Screen();
          const taps = plots.taps.map(pairs).filter(tap => tap.length === 2);
          if (taps.length === 0) return [];
          const moved = ([from, to], factor) =>
            [0, 1].map(axis => from[axis] + (to[axis] - from[axis]) * factor);
          const longest = largest(taps.map(([a, b]) => Math.hypot(b[0] - a[0], b[1] - a[1])));
          const factor = magnification(longest, Math.min(width, height) / 4, factor =>
            taps.map(tap => moved(tap, factor))
              .every(([x, y]) => x >= 0 && x < width && y >= 0 && y < height));
          for (const tap of taps) {
            screen.cross("target", tap[0], 7, 0);
            if (limit) screen.dot("limit", tap[0], limit.pass * factor * screen.unit);
            screen.arrow(tap[0], moved(tap, factor));
          }
          const scale = factor === 1 ? ", in true length." : `, ${factor} times as long as they are.`;
          return [screen.figure("Offsets at the crosses",
            `Arrows lead from each cross to where its tap was seen${scale}${circles(limit)}`)];
        }

        function linearity() {
          const strokes = plots.strokes.map(pairs);
          if (strokes.every(stroke => stroke.length === 0)) return [];
          const screen = new Screen(), rails = plots.rails.map(pairs);
          for (const rail of rails)
            screen.route("rail", rail, {"stroke-width": data.railWidth * screen.unit});
          for (const rail of rails) screen.route("middle", rail);
          for (const stroke of strokes) screen.route("stroke", stroke);
          const figure = screen.figure("Strokes between the rails", "Blue: the strokes as they "
            + `were seen. Green: the rails, ${decimal(data.railWidth, 1)} mm apart.`);
          return [figure, ...deviations(strokes)];
        }

        // Distances from the lines fitted to the strokes (vertical) by positions along these lines.
        function deviations(strokes) {
          const limit = limits["linearity.deviation-mm"];
          const profiles = strokes.flatMap((stroke, index) => {
            const line = plots.lines[index];
            if (!line) return [];
            const [cx, cy, dx, dy] = line;
            const along = stroke.map(([x, y]) => (x - cx) * dx + (y - cy) * dy);
            const start = Math.min(...along);
            return [stroke.map(([x, y], i) => [along[i] - start, (x - cx) * dy - (y - cy) * dx])
              .sort((a, b) => a[0] - b[0])];
          });
          const length = largest(profiles.flat().map(point => point[0]));
          if (length === 0) return [];
          const farthest = largest(profiles.flat().map(point => Math.abs(point[1])));
          const reach = Math.max(farthest, limit?.pass ?? 0, 0.1) * 1.15;
          const plot = new Plot(458, 150, length, "mm");
          const y = distance => (plot.top + plot.base - (plot.base - plot.top) * distance / reach) / 2;
          const level = (kind, distance) => {
            plot.line(kind, plot.left, y(distance), plot.right, y(distance));
            plot.text(plot.left - 5, y(distance) + 4, decimal(distance, 1), "end");
          };
          level("axis", 0);
          if (limit?.pass > 0) [-limit.pass, limit.pass].forEach(bound => level("bound", bound));
          for (const profile of profiles)
            plot.polyline("stroke", profile.map(([x, distance]) => [plot.x(x), y(distance)]));
          return [plot.figure("Distances from a straight line",
            "How far each stroke is from the straight line that is nearest to it, along it. The "
            + `farthest: ${decimal(farthest, 1)} mm, of a single report; the figure is a mean over `
            + `10 mm.${limit ? " Dashed: the limit." : ""}`)];
        }

        function jitter() {
          const limit = limits["jitter.peak-mm"], screen = new Screen();
          const rests = plots.rests.map(pairs).filter(rest => rest.length > 0).map(positions => {
            const middle = [0, 1].map(axis =>
              positions.reduce((sum, position) => sum + position[axis], 0) / positions.length);
            const offsets = positions.map(([x, y]) => [x - middle[0], y - middle[1]]);
            return {middle, offsets, peak: largest(offsets.map(([x, y]) => Math.hypot(x, y)))};
          });
          if (rests.length === 0) return [];
          const longest = Math.max(largest(rests.map(rest => rest.peak)), limit?.pass ?? 0);
          const factor = magnification(longest, Math.max(1, Math.min(width, height) / 7));
          for (const {middle, offsets, peak} of rests) {
            const places = new Set(offsets.map(([x, y]) =>
              [middle[0] + x * factor, middle[1] + y * factor].join(" ")));
            for (const place of places) screen.dot("dot", numbers(place), 1.6);
            if (limit) screen.dot("limit", middle, limit.pass * factor * screen.unit);
            screen.label(middle, Math.max(limit?.pass ?? 0, peak) * factor * screen.unit + 4,
              `${decimal(peak, 2)} mm`);
          }
          const scale = factor === 1 ? "in true size" : `${factor} times as large as it is`;
          return [screen.figure("What resting fingers reported",
            `What resting fingers reported, ${scale}; beside it, how far it went from its `
            + `middle.${circles(limit)}`)];
        }

        function marks(text, label, caption) {
          const positions = pairs(text), screen = new Screen();
          if (positions.length === 0) return [];
          screen.marks(positions);
          return [screen.figure(label, caption(positions.length))];
        }

        function edges() {
          const positions = pairs(plots.edges), limit = limits["edge-swipe.distance-mm"];
          if (positions.length === 0) return [];
          const screen = new Screen(), inset = limit?.pass ?? 0;
          if (inset > 0 && 2 * inset < Math.min(width, height)) {
            screen.area("zone", 0, 0, width, inset);
            screen.area("zone", 0, height - inset, width, inset);
            screen.area("zone", 0, 0, inset, height);
            screen.area("zone", width - inset, 0, inset, height);
          }
          for (const position of positions) screen.dot("dot", position, 5);
          return [screen.figure("Where swipes over edges began",
            "Blue: where each swipe over an edge was seen first." + (limit
              ? ` Green: ${limit.text} from the edges, the limit; what a finger goes between two `
                + "reports comes to it." : ""))];
        }

        // A few very long times must not compress all others into one bar. The last bar counts all
        // times beyond the axis. Times are in milliseconds.
        function histogram(text, unit, label, bound, boundText) {
          const count = 60, times = numbers(text).filter(time => time >= 0).sort((a, b) => a - b);
          if (times.length === 0) return [];
          const longest = times[times.length - 1];
          const usual = times[Math.floor((times.length - 1) * 98 / 100)] * 1.6;
          const end = Math.max(5, (bound ?? 0) * 1.15, Math.min(longest * 1.05, usual));
          const step = Math.ceil(end / count * 10) / 10;
          const bars = Array(count).fill(0);
          for (const time of times) bars[Math.min(Math.floor(time / step), count - 1)] += 1;
          const beyond = times.filter(time => time >= step * count).length;
          const plot = new Plot(458, 190, step * count, "ms");
          plot.addVerticalAxis(largest(bars), unit, true);
          bars.forEach((bar, i) => {
            const kind = i === count - 1 && beyond > 0 ? "over" : "bar";
            if (bar > 0) plot.bar(kind, i * step, (i + 1) * step, bar, 2.5);
          });
          if (bound > 0 && bound < plot.end) {
            plot.line("bound", plot.x(bound), plot.top - 12, plot.x(bound), plot.base);
            plot.text(plot.x(bound) + 4, plot.top - 6, boundText);
          }
          return [plot.figure(label, `${label}, in milliseconds. `
            + `The longest: ${longest.toFixed(1)} ms.${bound === undefined ? "" : " Dashed: the limit."}`
            + (beyond > 0 ? ` Red: ${beyond} too long for the picture.` : ""))];
        }

        function latency() {
          const rate = limits["latency.reports-hz"], limit = limits["latency.scanout-ms"];
          return [
            ...histogram(plots.intervals, "reports", "Times between the reports of a moving finger",
              rate?.pass > 0 ? 1000 / rate.pass : undefined, rate?.text),
            ...histogram(plots.scanout, "touches", "Times from the panel to the screen",
              limit?.pass, limit?.text)];
        }

        const charts = {
          coverage, accuracy, linearity, jitter, latency, "edge-swipe": edges, tap: () => [],
          "multi-touch": () => marks(plots.lostFingers, "Where fingers were lost", () =>
            "Where fingers were lost while they were held, or taken for each other."),
          ghosts: () => marks(plots.ghosts, "Touches that nobody made", count =>
            "Where touches were seen that nobody made"
            + (count > 1 ? ", numbered as they came." : "."))};
        // The color only repeats the meaning of the word.
        const mark = test => element("span", {class: `mark ${test.verdict}`}, test.label);

        function calibration() {
          if (!data.isCalibrated && data.udev === null) return [];
          const file = element("code", {}, "/etc/udev/rules.d/99-touch-calibration.rules");
          const section = element("section", {}, element("h2", {}, "Calibration"));
          if (data.isCalibrated)
            section.append(paragraph("A calibration was applied in the course of the test."));
          if (data.udev !== null) section.append(
            element("p", {}, "This calibration would mend the places. As a file ", file,
              " it holds from the next start on:"),
            element("pre", {}, data.udev),
            element("p", {}, "Matrix: ", element("code", {}, data.matrix)));
          return [section];
        }

        function section(test) {
          const figures = charts[test.name]();
          const result = element("section", {},
            element("h2", {id: test.name}, test.title, " ", mark(test)), paragraph(test.finding));
          if (figures.length > 0) result.append(element("div", {class: "pictures"}, ...figures));
          if (test.figures.length > 0) result.append(
            table(["figure", "measured", "good", "fails", "from"], test.figures.map(figure =>
              row([element("code", {}, figure.name), ...figure.texts], figure.verdict))));
          return result;
        }

        const done = data.tests.filter(test => test.verdict !== "skipped");
        const link = test => done.includes(test)
          ? element("a", {href: `#${test.name}`}, test.title) : test.title;
        show(
          element("header", {class: data.verdict}, paragraph("Field test of a touch panel"),
            element("h1", {}, data.label.toUpperCase()), paragraph(data.summary, "summary")),
          element("dl", {}, ...data.facts.map(([title, value]) => element("div", {},
            element("dt", {}, title), element("dd", {}, value)))),
          element("div", {class: "overview"},
            table(["test", "verdict", "figure", "limit", "from"],
              data.tests.map(test => row([link(test), mark(test), ...test.overview])))),
          ...calibration(), ...done.map(section),
          element("footer", {}, `TouchTracker ${data.version}`));
        """#
}
