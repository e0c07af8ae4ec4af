import { readFileSync, writeFileSync } from 'node:fs';

/**
 * `node bench/flame.ts PROFILE SVG TITLE [SECONDS]`: draws a CPU profile (`node --cpu-prof`) as a flame graph, without its
 * first seconds. It omits time in which the event loop waited, and calls that take less than a five-hundredth.
 */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

/** All calls of one function with the same callers, joined. */
interface Frame {
  readonly name: string;
  readonly kind: string;
  ticks: number;
  readonly below: Map<string, Frame>;
}

const width = 1200;
const rowHeight = 16;
const smallest = 1 / 500;
const colours: Readonly<Record<string, string>> = { own: '#6aa98f', node: '#c9b26b', other: '#b98a8a' };

const [profileFile = '', svgFile = '', title = '', skippedSeconds = '0'] = process.argv.slice(2);
const profile = JSON.parse(readFileSync(profileFile, 'utf8')) as {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds between each sample and the one before. */
  readonly timeDeltas: readonly number[];
};
const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
const ticksOf = new Map<number, number>();
let microseconds = 0;
for (const [at, id] of profile.samples.entries()) {
  microseconds += profile.timeDeltas[at] ?? 0;
  if (microseconds > Number(skippedSeconds) * 1e6) ticksOf.set(id, (ticksOf.get(id) ?? 0) + 1);
}

const root: Frame = { name: 'all', kind: 'other', ticks: 0, below: new Map() };
for (const child of profile.nodes[0]?.children ?? []) add(root, child);

function add(above: Frame, id: number): number {
  const node = nodes.get(id);
  if (node === undefined || node.callFrame.functionName === '(idle)') return 0;
  const { name, kind } = labelOf(node);
  const frame = above.below.get(name) ?? { name, kind, ticks: 0, below: new Map() };
  above.below.set(name, frame);
  let ticks = ticksOf.get(id) ?? 0;
  for (const child of node.children ?? []) ticks += add(frame, child);
  frame.ticks += ticks;
  if (above === root) root.ticks += ticks;
  return ticks;
}

function labelOf({ callFrame: { functionName, url } }: ProfileNode): { name: string; kind: string } {
  const place = url.replace(/^file:\/\//, '');
  const kind = place.startsWith('node:') ? 'node' : place === '' || place.includes('node_modules') ? 'other' : 'own';
  const short = place.split('/').slice(-2).join('/');
  return { name: `${functionName || '(anonymous)'}${short === '' ? '' : ` ${short}`}`, kind };
}

const rows: string[] = [];
let deepest = 0;

function draw(frame: Frame, x: number, depth: number): void {
  const wide = (frame.ticks / root.ticks) * width;
  if (frame.ticks / root.ticks < smallest) return;
  deepest = Math.max(deepest, depth);
  const y = 40 + depth * rowHeight;
  const share = `${((100 * frame.ticks) / root.ticks).toFixed(1)} %`;
  const text = escaped(frame.name.slice(0, Math.max(0, Math.floor(wide / 6.2) - 1)));
  rows.push(
    `<g><title>${escaped(frame.name)} ${share}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colours[frame.kind]}"/><text x="${(x + 3).toFixed(1)}" y="${y + 11}">${text}</text></g>`,
  );
  let next = x;
  for (const below of [...frame.below.values()].sort((a, b) => b.ticks - a.ticks)) {
    draw(below, next, depth + 1);
    next += (below.ticks / root.ticks) * width;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

draw(root, 0, 0);
const height = 60 + deepest * rowHeight;
writeFileSync(
  svgFile,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="4" y="16" font-size="13">${escaped(title)}</text>
<text x="4" y="32">green: the project; yellow: Node’s own JavaScript; red: native code and packages</text>
${rows.join('\n')}
</svg>
`,
);
