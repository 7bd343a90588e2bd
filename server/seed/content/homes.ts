const lines = `
maya Gothenburg, SE | tomas Montevideo, UY | ines Lisbon, PT | kenji Osaka, JP | aisha Lagos, NG | lars Tromsø, NO
priya Pune, IN | dmitri Tbilisi, GE | chloe Lyon, FR | samuel Accra, GH | hana Kyoto, JP | beatriz Porto, PT
omar Cairo, EG | greta Leipzig, DE | wei Taipei, TW | noor Amman, JO | patrick Galway, IE | leilani Honolulu, US
arjun Amritsar, IN | sofia Bologna, IT | mikkel Aarhus, DK | rosa Oaxaca, MX | yusuf Izmir, TR | hanneke Groningen, NL
tunde Ibadan, NG | claire Nantes, FR | giorgos Thessaloníki, GR | mei Singapore, SG | fatima Marrakesh, MA
jonas Hamburg, DE | ana Belgrade, RS | dele Lagos, NG | ingrid Trondheim, NO | luca Genoa, IT | sunita Kathmandu, NP
emre Istanbul, TR | nell Hobart, AU | paolo Bari, IT | abena Kumasi, GH | viktor Budapest, HU | ravi Kochi, IN
zoe Brussels, BE | kofi Accra, GH | elena Cluj-Napoca, RO | hiro Tokyo, JP | maryam Toronto, CA | axel Malmö, SE
thandi Durban, ZA | bruno Bogotá, CO | lin Chengdu, CN | oskar Gdańsk, PL | farah Karachi, PK | jules Montréal, CA
amara Enugu, NG | stefan Sofia, BG | keiko Sapporo, JP | diego Valparaíso, CL | ruth Portland, Maine | malik Detroit, US
saoirse Galway, IE | pavel Brno, CZ | nadia Marseille, FR
`;

/** Where the people of the demo live, by their short names, as one would search for it. */
export const demoHomes: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split(/\n|\|/)
    .map((entry) => entry.trim())
    .map((entry) => {
      const space = entry.indexOf(' ');
      return [entry.slice(0, space), entry.slice(space + 1)] as const;
    }),
);
