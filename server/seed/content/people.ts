import type { Look } from '../draw/avatar.ts';

/** `look` is a style, a skin tone from 0 to 5, and `g` for grey hair. */
export interface DemoPerson {
  first_name: string;
  last_name: string;
  look: Look;
  bio: string | null;
}

const lines = `
maya | Maya Lindqvist | f1 | Prints in a bathroom with a towel under the door. Runs Analog Photography.
tomas | Tomás Herrera | m2 | Street, mostly. Two bodies, one lens.
ines | Inês Carvalho | f2 | Lisbon light, expired film.
kenji | Kenji Morita | m1g | Repairs shutters that others gave up on.
aisha | Aisha Bello | f4 | Portraits of people I have talked to first.
lars | Lars Aune | m0 | Large format, small output.
priya | Priya Raman | f3 | Chemist by day, which helps at night.
dmitri | Dmitri Volkov | m0g | Zenit since 1978.
chloe | Chloé Marchand | f1 | Half-frame convert: 72 chances to get it wrong.
samuel | Samuel Okoro | m5 | Learning to see in black and white.
hana | Hana Kobayashi | f1 | Pinholes, cyanotypes, anything slow.
beatriz | Beatriz Nunes | f2 | Weddings on digital, Sundays on film.
omar | Omar Farouk | m3 | Cairo. Night, neon, Portra pushed too far.
greta | Greta Hoffmann | f0g | Darkroom open on Thursdays, bring paper.
wei | Wei Zhang | m1 | Medium format and long walks.
noor | Noor Haddad | scarf2 | First roll was last spring. Send help.
patrick | Patrick Byrne | m0 | Buys cameras. Sometimes uses them.
leilani | Leilani Kahale | f3 | Salt water and Nikonos.
arjun | Arjun Singh | turban3 | Caffenol evangelist.
sofia | Sofia Romano | f2 | Archive of a family that kept everything.
mikkel | Mikkel Sørensen | m0 | Bakes at four, sleeps at nine. Runs Slow Bread.
rosa | Rosa Delgado | f2g | Forty years of bread, still surprised by it.
yusuf | Yusuf Demir | m2 | Simit, pide, and a sourdough called Deniz.
hanneke | Hanneke de Vries | f0 | Rye person.
tunde | Tunde Adeyemi | m5 | Home oven, big dreams.
claire | Claire Fontaine | f1 | Mills her own since the lockdowns.
giorgos | Giorgos Pappas | m2g | Grandfather's oven, my mistakes.
mei | Mei Tan | f1 | Tangzhong and sourdough can be friends.
fatima | Fatima Zahra El Idrissi | scarf3 | Khobz every day, batard on Sundays.
jonas | Jonas Weber | m0 | Writes everything down. Everything.
ana | Ana Petrović | f1 | Two kids, one oven, no timer.
dele | Dele Martins | m4 | New here. My first loaf was a doorstop.
ingrid | Ingrid Halvorsen | f0g | Crispbread, barley, patience.
luca | Luca Bianchi | m1 | Focaccia apologist.
sunita | Sunita Gurung | f3 | Bakes at 1,400 metres.
emre | Emre Yıldız | m2 | Coffee roaster who fell into flour.
nell | Nell Whitaker | f0 | Gluten and goats, in that order.
paolo | Paolo Ricci | m1g | Ask me about semola.
abena | Abena Mensah | f5 | Sugar bread, tea bread, now sourdough.
viktor | Viktor Nagy | m0 | Oven builder.
ravi | Ravi Menon | m3 | Makes quiet games about waiting. Runs Small Games.
zoe | Zoë Lambert | f1 | Pixel artist, one palette at a time.
kofi | Kofi Asante | m5 | Audio. Footsteps are my love language.
elena | Elena Popescu | f1 | Writes dialogue for shopkeepers.
hiro | Hiro Tanaka | m1 | Engine tinkerer, finishes nothing. Working on it.
maryam | Maryam Rezaei | scarf1 | Level design, board games, spreadsheets.
axel | Axel Lund | m0 | Solo, second game, still solvent.
thandi | Thandi Nkosi | f5 | Narrative and community.
bruno | Bruno Castillo | m2 | Platformers and physiotherapy.
lin | Lin Chen | f1 | UI that stays out of the way.
oskar | Oskar Nowak | m0 | Tools programmer. Likes build scripts.
farah | Farah Siddiqui | f3 | Makes card games with scissors.
jules | Jules Moreau | m1 | Student. Third jam, first finish.
amara | Amara Eze | f4 | QA for a living, breaks your prototype for fun.
stefan | Stefan Ivanov | m1g | Shipped on cartridges once.
keiko | Keiko Sato | f1 | Animation, squash and stretch.
diego | Diego Fuentes | m2 | Procedural gardens.
ruth | Ruth Abramson | f0g | Puzzle maker, crosswords before that.
malik | Malik Johnson | m5 | Multiplayer netcode, sorry about the lag.
saoirse | Saoirse Kelly | f0 | Composer. Dulcimer owner.
pavel | Pavel Horák | m0 |
nadia | Nadia Benali | f3 |
`;

function toPerson(line: string): [string, DemoPerson] {
  const [key = '', name = '', look = '', bio = ''] = line.split('|').map((part) => part.trim());
  const [, style, tone = '2', grey] = /^(f|m|scarf|turban)(\d)(g?)$/.exec(look) ?? [];
  const space = name.indexOf(' ');
  return [
    key,
    {
      first_name: name.slice(0, space),
      last_name: name.slice(space + 1),
      look: { style: (style ?? 'f') as Look['style'], tone: Number(tone), grey: grey === 'g' },
      bio: bio || null,
    },
  ];
}

/** Everyone in the demo by the short name that the conversations use. */
export const demoPeople: ReadonlyMap<string, DemoPerson> = new Map(lines.trim().split('\n').map(toPerson));
