/** Writes an EBML element: its id, its size and its content. */
function element(id: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const name = Buffer.from(id.toString(16), 'hex');
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  size[0] = 0x01;
  return Buffer.concat([name, size, content]);
}

const number = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
};
const text = (id: number, value: string) => element(id, Buffer.from(value, 'latin1'));

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

/** Writes a frame of track 1, `at` milliseconds after the start of its cluster. */
function block(frame: Buffer, at: number): Buffer {
  const head = Buffer.from([0x81, 0, 0, 0x80]);
  head.writeInt16BE(at, 1);
  return element(0xa3, head, frame);
}

/** Writes VP8 key frames as a WebM video that can be seeked by the second. */
export function writeWebm(
  frames: readonly Buffer[],
  { width, height, framesPerSecond }: { width: number; height: number; framesPerSecond: number },
): Buffer {
  const millis = 1000 / framesPerSecond;
  const clusters: Buffer[] = [];
  for (let from = 0; from < frames.length; from += framesPerSecond) {
    const part = frames.slice(from, from + framesPerSecond);
    const blocks = part.map((frame, index) => block(frame, Math.round(index * millis)));
    clusters.push(element(0x1f43b675, number(0xe7, Math.round(from * millis)), ...blocks));
  }
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    float(0x4489, frames.length * millis),
    text(0x4d80, 'hearth'),
    text(0x5741, 'hearth'),
  );
  const video = element(0xe0, number(0xb0, width), number(0xba, height));
  const track = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    text(0x86, 'V_VP8'),
    video,
  );
  const tracks = element(0x1654ae6b, track);
  const cuesAt = (start: number) => {
    let position = start;
    const points = clusters.map((cluster, index) => {
      const trackPositions = element(0xb7, number(0xf7, 1), number(0xf1, position));
      position += cluster.length;
      return element(0xbb, number(0xb3, index * 1000), trackPositions);
    });
    return element(0x1c53bb6b, ...points);
  };
  // Every number has a fixed size, so the length of the cues is known before the positions are.
  const start = info.length + tracks.length + cuesAt(0).length;
  const head = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, 'webm'),
    number(0x4287, 2),
    number(0x4285, 2),
  );
  return Buffer.concat([head, element(0x18538067, info, tracks, cuesAt(start), ...clusters)]);
}
