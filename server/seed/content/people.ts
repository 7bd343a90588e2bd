export interface DemoPerson {
  first_name: string;
  last_name: string;
  bio: string | null;
}

const lines = `
maya | Maya Lindqvist | Prints in a bathroom with a towel under the door. Runs Analog Photography.
tomas | Tomás Herrera | Street, mostly. Two bodies, one lens.
ines | Inês Carvalho | Lisbon light, expired film.
kenji | Kenji Morita | Repairs shutters that others gave up on.
aisha | Aisha Bello | Portraits of people I have talked to first.
lars | Lars Aune | Large format, small output.
priya | Priya Raman | Chemist by day, which helps at night.
dmitri | Dmitri Volkov | Zenit since 1978.
chloe | Chloé Marchand | Half-frame convert: 72 chances to get it wrong.
samuel | Samuel Okoro | Learning to see in black and white.
hana | Hana Kobayashi | Pinholes, cyanotypes, anything slow.
beatriz | Beatriz Nunes | Weddings on digital, Sundays on film.
omar | Omar Farouk | Cairo. Night, neon, Portra pushed too far.
greta | Greta Hoffmann | Darkroom open on Thursdays, bring paper.
wei | Wei Zhang | Medium format and long walks.
noor | Noor Haddad | First roll was last spring. Send help.
patrick | Patrick Byrne | Buys cameras. Sometimes uses them.
leilani | Leilani Kahale | Salt water and Nikonos.
arjun | Arjun Singh | Caffenol evangelist.
sofia | Sofia Romano | Archive of a family that kept everything.
mikkel | Mikkel Sørensen | Bakes at four, sleeps at nine. Runs Slow Bread.
rosa | Rosa Delgado | Forty years of bread, still surprised by it.
yusuf | Yusuf Demir | Simit, pide, and a sourdough called Deniz.
hanneke | Hanneke de Vries | Rye person.
tunde | Tunde Adeyemi | Home oven, big dreams.
claire | Claire Fontaine | Mills her own since the lockdowns.
giorgos | Giorgos Pappas | Grandfather's oven, my mistakes.
mei | Mei Tan | Tangzhong and sourdough can be friends.
fatima | Fatima Zahra El Idrissi | Khobz every day, batard on Sundays.
jonas | Jonas Weber | Writes everything down. Everything.
ana | Ana Petrović | Two kids, one oven, no timer.
dele | Dele Martins | New here. My first loaf was a doorstop.
ingrid | Ingrid Halvorsen | Crispbread, barley, patience.
luca | Luca Bianchi | Focaccia apologist.
sunita | Sunita Gurung | Bakes at 1,400 metres.
emre | Emre Yıldız | Coffee roaster who fell into flour.
nell | Nell Whitaker | Gluten and goats, in that order.
paolo | Paolo Ricci | Ask me about semola.
abena | Abena Mensah | Sugar bread, tea bread, now sourdough.
viktor | Viktor Nagy | Oven builder.
ravi | Ravi Menon | Makes quiet games about waiting. Runs Small Games.
zoe | Zoë Lambert | Pixel artist, one palette at a time.
kofi | Kofi Asante | Audio. Footsteps are my love language.
elena | Elena Popescu | Writes dialogue for shopkeepers.
hiro | Hiro Tanaka | Engine tinkerer, finishes nothing. Working on it.
maryam | Maryam Rezaei | Level design, board games, spreadsheets.
axel | Axel Lund | Solo, second game, still solvent.
thandi | Thandi Nkosi | Narrative and community.
bruno | Bruno Castillo | Platformers and physiotherapy.
lin | Lin Chen | UI that stays out of the way.
oskar | Oskar Nowak | Tools programmer. Likes build scripts.
farah | Farah Siddiqui | Makes card games with scissors.
jules | Jules Moreau | Student. Third jam, first finish.
amara | Amara Eze | QA for a living, breaks your prototype for fun.
stefan | Stefan Ivanov | Shipped on cartridges once.
keiko | Keiko Sato | Animation, squash and stretch.
diego | Diego Fuentes | Procedural gardens.
ruth | Ruth Abramson | Puzzle maker, crosswords before that.
malik | Malik Johnson | Multiplayer netcode, sorry about the lag.
saoirse | Saoirse Kelly | Composer. Dulcimer owner.
pavel | Pavel Horák |
nadia | Nadia Benali |
`;

function toPerson(line: string): [string, DemoPerson] {
  const [key = '', name = '', bio = ''] = line.split('|').map((part) => part.trim());
  const space = name.indexOf(' ');
  return [
    key,
    {
      first_name: name.slice(0, space),
      last_name: name.slice(space + 1),
      bio: bio || null,
    },
  ];
}

/** Everyone in the demo by the short name that the conversations use. */
export const demoPeople: ReadonlyMap<string, DemoPerson> = new Map(lines.trim().split('\n').map(toPerson));
