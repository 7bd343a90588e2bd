import type { Dice } from '../dice.ts';
import { blob, glow, gradient, hsl, ridge, svg } from './paint.ts';

const size = { width: 960, height: 640 };
type Tone = (lightness: number) => string;

/** Chooses a film tone: black and white, a warm or cool print, or faded color. */
function chooseTone(dice: Dice): Tone {
  const [hue, saturation] = dice.pick([
    [30, 3],
    [32, 18],
    [210, 12],
    [18, 34],
    [40, 30],
  ] as const);
  return (lightness) => hsl(hue, saturation, 6 + lightness * 0.9);
}

/** Renders the image as a print with a paper border. */
function print(body: string, tone: Tone): string {
  return svg(
    size.width,
    size.height,
    `<defs>${glow('vignette', '#000', 0)}<radialGradient id="edge"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".38"/></radialGradient></defs><g>${body}</g><rect width="100%" height="100%" fill="url(#edge)"/><path d="M0 0H960V640H0ZM26 26V614H934V26Z" fill-rule="evenodd" fill="${tone(98)}"/>`,
  );
}

export function drawHills(dice: Dice): string {
  const tone = chooseTone(dice);
  const sun = dice.between(180, 780);
  const steps = dice.whole(3, 8);
  const top = dice.between(230, 340);
  const depth = (600 - top) / 5;
  const layers = Array.from(
    { length: 5 },
    (_, index) =>
      `<path d="${ridge(dice, size, top + index * depth, dice.between(35, 95), steps + index)}" fill="${tone(62 - index * 13)}"/>`,
  );
  const trees = Array.from({ length: dice.whole(5, 12) }, () => {
    const x = dice.between(40, 920);
    const high = dice.between(50, 120);
    return `<path d="M${x} ${640 - high}l${high * 0.17} ${high}h-${high * 0.34}z" fill="${tone(3)}"/>`;
  });
  return print(
    `<defs>${gradient('sky', [tone(72), tone(90)])}</defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="${sun}" cy="${dice.between(90, 230)}" r="${dice.between(26, 70)}" fill="${tone(100)}"/>${layers.join('')}${trees.join('')}`,
    tone,
  );
}

export function drawStreet(dice: Dice): string {
  const tone = chooseTone(dice);
  const vanish = dice.between(380, 580);
  const side = (from: number, to: number): string => {
    const parts: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      const x = from + (to - from) * (step / 5);
      const nextX = from + (to - from) * ((step + 1) / 5);
      const near = 1 - step / 5;
      const top = 260 - near * dice.between(190, 300);
      parts.push(
        `<path d="M${x} ${top}L${nextX} ${top + 30}L${nextX} ${330 + near * 100}L${x} ${330 + near * 200}Z" fill="${tone(22 + step * 9 + dice.between(-5, 5))}"/>`,
      );
      for (let window = 0; window < 3; window += 1) {
        const y = top + 60 + window * 80 * near;
        parts.push(
          `<path d="M${x + (nextX - x) * 0.3} ${y}L${x + (nextX - x) * 0.65} ${y + 5}V${y + 44 * near}L${x + (nextX - x) * 0.3} ${y + 42 * near}Z" fill="${tone(dice.chance(0.3) ? 88 : 14)}"/>`,
        );
      }
    }
    return parts.join('');
  };
  const walker = (x: number, y: number, scale: number) =>
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="${tone(3)}"><circle cx="0" cy="-74" r="11"/><path d="M-15 -60Q0 -68 15 -60L19 -18L9 -16L14 30H4L0 -4L-6 30H-16L-9 -16L-19 -18Z"/><path d="M-18 31h60l-12 9h-46z" opacity=".35"/></g>`;
  return print(
    `<defs>${gradient('sky', [tone(70), tone(96)])}${gradient('road', [tone(78), tone(34)])}</defs><rect width="100%" height="100%" fill="url(#sky)"/><path d="M${vanish} 330L-160 640H1120Z" fill="url(#road)"/>${side(0, vanish - 40)}${side(960, vanish + 40)}<path d="M${vanish - 4} 340L${vanish - 30} 640H${vanish + 40}L${vanish + 4} 340Z" fill="${tone(92)}" opacity=".35"/>${walker(vanish + dice.between(-120, 140), dice.between(450, 500), dice.between(1, 1.5))}${dice.chance(0.5) ? walker(vanish + dice.between(-30, 30), 380, 0.5) : ''}`,
    tone,
  );
}

export function drawSea(dice: Dice): string {
  const tone = chooseTone(dice);
  const horizon = dice.between(270, 350);
  const waves = Array.from({ length: 46 }, () => {
    const y = horizon + 6 + dice.next() ** 1.6 * (600 - horizon);
    const wide = 20 + (y - horizon) * dice.between(0.3, 0.9);
    return `<path d="M${dice.between(-20, 940).toFixed(0)} ${y.toFixed(0)}q${(wide / 2).toFixed(0)} -${(2 + (y - horizon) / 60).toFixed(1)} ${wide.toFixed(0)} 0" stroke="${tone(dice.between(60, 96))}" stroke-width="${(1 + (y - horizon) / 110).toFixed(1)}" fill="none" opacity=".7"/>`;
  });
  const x = dice.between(240, 720);
  const boat = `<g transform="translate(${x} ${horizon + 26})"><path d="M-46 0H50L36 20H-32Z" fill="${tone(6)}"/><path d="M0 -4V-104L44 -14ZM-5 -4V-84L-36 -12Z" fill="${tone(97)}"/></g>`;
  const pier = Array.from(
    { length: 7 },
    (_, index) =>
      `<rect x="${70 + index * index * 19}" y="${horizon - 8 + index * 1.5}" width="${5 + index * 1.5}" height="${60 + index * 36}" fill="${tone(8)}"/>`,
  );
  return print(
    `<defs>${gradient('sky', [tone(58), tone(92)])}${gradient('water', [tone(66), tone(20)])}</defs><rect width="100%" height="100%" fill="url(#sky)"/><path d="${blob(dice, dice.between(150, 800), dice.between(70, 170), dice.between(60, 130), 0.3)}" fill="${tone(96)}" opacity=".4"/><rect y="${horizon}" width="960" height="400" fill="url(#water)"/>${waves.join('')}${dice.chance(0.55) ? boat : `${pier.join('')}<path d="M0 ${horizon - 26}L960 ${horizon + 8}V${horizon + 22}L0 ${horizon - 2}Z" fill="${tone(8)}"/>`}`,
    tone,
  );
}

export function drawWindowLight(dice: Dice): string {
  const tone = chooseTone(dice);
  const pot = dice.between(560, 700);
  const leaves = Array.from({ length: 11 }, (_, index) => {
    const angle = -150 + index * 12 + dice.between(-6, 6);
    const long = dice.between(70, 150);
    return `<path d="M0 0Q${long * 0.5} -${long * 0.2} ${long} 0Q${long * 0.5} ${long * 0.2} 0 0Z" transform="translate(${pot} 430) rotate(${angle.toFixed(0)})" fill="${tone(dice.between(12, 36))}"/>`;
  });
  return print(
    `<defs>${gradient('wall', [tone(26), tone(14)], 1, 1)}</defs><rect width="100%" height="100%" fill="url(#wall)"/><g transform="skewY(${dice.between(-7, -3).toFixed(1)})"><rect x="120" y="100" width="330" height="400" fill="${tone(94)}"/><path d="M120 290H450M285 100V500" stroke="${tone(16)}" stroke-width="15"/><rect x="112" y="92" width="346" height="416" fill="none" stroke="${tone(8)}" stroke-width="16"/></g><path d="M140 540L470 500L900 640H300Z" fill="${tone(78)}" opacity=".55"/><rect y="530" width="960" height="120" fill="${tone(8)}" opacity=".75"/><path d="M470 478L900 560L960 640H560Z" fill="${tone(90)}" opacity=".26"/>${leaves.join('')}<path d="M${pot - 54} 426H${pot + 54}L${pot + 38} 534H${pot - 38}Z" fill="${tone(58)}"/><path d="M${pot - 54} 426H${pot - 8}L${pot - 12} 534H${pot - 38}Z" fill="${tone(84)}"/>`,
    tone,
  );
}

/** Strips of negatives side by side, with a small scene in each frame. */
export function drawContactSheet(dice: Dice): string {
  const tone: Tone = (lightness) => hsl(35, 4, lightness);
  const frames: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    const y = 14 + row * 156;
    frames.push(`<rect x="12" y="${y}" width="936" height="146" fill="#161413"/>`);
    for (let hole = 0; hole < 42; hole += 1) {
      const x = 18 + hole * 22.3;
      frames.push(
        `<rect x="${x}" y="${y + 5}" width="10" height="8" rx="2" fill="#f5f2ec"/><rect x="${x}" y="${y + 133}" width="10" height="8" rx="2" fill="#f5f2ec"/>`,
      );
    }
    for (let column = 0; column < 6; column += 1) {
      const x = 20 + column * 155;
      const light = dice.between(40, 86);
      const id = `f${row}-${column}`;
      const subject = dice.pick([
        `<path d="${ridge(dice, { width: 146, height: 108 }, 64, 18, 4)}" fill="${tone(light - 34)}"/><circle cx="${dice.whole(20, 120)}" cy="26" r="10" fill="${tone(97)}"/>`,
        `<circle cx="73" cy="46" r="22" fill="${tone(light - 24)}"/><path d="M25 108Q30 70 73 70T121 108Z" fill="${tone(14)}"/>`,
        `<rect x="${dice.whole(8, 30)}" y="20" width="40" height="90" fill="${tone(20)}"/><rect x="80" y="${dice.whole(6, 40)}" width="46" height="110" fill="${tone(32)}"/>`,
        `<rect y="62" width="146" height="60" fill="${tone(light - 30)}"/><path d="M70 62V22L96 58Z" fill="${tone(96)}"/>`,
      ]);
      frames.push(
        `<clipPath id="${id}"><rect width="146" height="108"/></clipPath><g transform="translate(${x} ${y + 19})" clip-path="url(#${id})"><rect width="146" height="108" fill="${tone(light)}"/>${subject}</g>`,
      );
    }
  }
  const chosen = [dice.whole(0, 3), dice.whole(0, 5)] as const;
  frames.push(
    `<path d="${blob(dice, 93 + chosen[1] * 155, 87 + chosen[0] * 156, 86, 0.05)}" fill="none" stroke="#d4342a" stroke-width="6" opacity=".9"/>`,
  );
  return svg(size.width, size.height, `<rect width="100%" height="100%" fill="#f5f2ec"/>${frames.join('')}`);
}

/** The front of a camera on a table. */
export function drawCamera(dice: Dice): string {
  const hue = dice.pick([24, 200, 150, 350]);
  const wood = hsl(hue, 22, 34);
  const leather = dice.pick(['#22201f', '#4a2c20', '#23332e']);
  return svg(
    size.width,
    size.height,
    `<defs>${gradient('back', [hsl(hue, 24, 82), hsl(hue, 26, 62)])}${gradient('metal', ['#f1efec', '#b6b1ab'])}${glow('glass', '#9fc3e8', 0.9)}</defs><rect width="100%" height="100%" fill="url(#back)"/><rect y="470" width="960" height="170" fill="${wood}"/><ellipse cx="480" cy="498" rx="300" ry="26" fill="#000" opacity=".35"/>
<rect x="220" y="190" width="520" height="300" rx="34" fill="url(#metal)"/><rect x="220" y="262" width="520" height="178" fill="${leather}"/><path d="M370 192L400 130H560L590 192Z" fill="url(#metal)"/><rect x="436" y="148" width="88" height="34" rx="6" fill="#1d2530"/><rect x="252" y="158" width="82" height="34" rx="8" fill="#8f8a84"/><circle cx="660" cy="174" r="30" fill="#8f8a84"/><circle cx="660" cy="168" r="24" fill="#d8d4cf"/>
<circle cx="480" cy="350" r="132" fill="#8f8a84"/><circle cx="480" cy="350" r="118" fill="#191817"/><circle cx="480" cy="350" r="88" fill="#2c2a29"/><circle cx="480" cy="350" r="64" fill="#0e1626"/><circle cx="462" cy="328" r="46" fill="url(#glass)"/><circle cx="500" cy="378" r="12" fill="#d9b3ff" opacity=".5"/><circle cx="690" cy="228" r="9" fill="#c0392b"/>`,
  );
}
