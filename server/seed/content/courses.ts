import type { AccessSettings } from '#contract/features/access/access.ts';

/** A page of a course of the demo. */
export interface DemoVideo {
  file: string;
  poster: string;
  /** The languages of its captions: `media/files/<name>.<language>.vtt`. */
  captions: string[];
  chapters: { start: number; title: string }[];
}

export type DemoResource =
  | { link: string; title: string }
  | { file_name: string; text: string }
  | { post: string };

interface DemoPage {
  title: string;
  /** Markdown-like text: blocks are separated by blank lines; `## ` is a heading, `- ` and `1. ` are lists, `> ` is a quote. */
  text: string;
  is_draft?: boolean;
  /** What is below the text: links, documents with their text, and posts of the space by their titles. */
  resources?: readonly DemoResource[];
  /** A video above the text: its file in `media/files`, and the image that is shown before it plays. */
  video?: DemoVideo;
}

/** A course of the demo. */
export interface DemoCourse {
  space: string;
  by: string;
  title: string;
  description: string;
  /** A kind of picture for its cover. */
  image: string;
  /** How many days ago it was created. */
  days_ago: number;
  /** Pages without a folder. */
  pages: DemoPage[];
  folders: { title: string; pages: DemoPage[]; access?: AccessSettings }[];
  /** Whether who completes it gets a certificate. */
  gives_certificates?: true;
  /** The title of a course that must be completed before it. */
  after?: string;
  /** The share of members who have begun, and how far they get on average. */
  begun: number;
  done: number;
}

export const demoCourses: DemoCourse[] = [
  {
    space: 'analog-photography',
    by: 'maya',
    title: 'Your first roll',
    description:
      'From a camera you found in a drawer to 36 negatives you can be proud of. No darkroom, no light meter, no money needed.',
    image: 'camera-2',
    gives_certificates: true,
    days_ago: 40,
    begun: 0.8,
    done: 0.7,
    pages: [
      {
        title: 'Start here',
        text: `You need three things: a camera that opens and closes, one roll of film, and two free mornings. That's all. Everything else in this course is either borrowed or optional.

The course follows the order in which things happen. First you check the camera, then you go out, then you send the roll to a lab and look at what came back. Each page takes five to ten minutes to read, and most of them end with something to do.

## What to buy

- One roll of ISO 400 black and white film with 36 exposures. Any brand. It forgives two stops in each direction, and you will need that.
- A battery, if your camera takes one. Bring the old one to the shop: the numbers on it matter more than the size.

## How to get help

Post a picture of your camera in the feed and write what it does or doesn't do. Somebody here has repaired that model on a kitchen table. This is how it went for the last one who asked:`,
        resources: [
          { post: 'Total beginner, goat farm, what camera?' },
          {
            file_name: 'shopping-list.txt',
            text: 'One roll of ISO 400 black and white film, 36 exposures\nA battery like the old one\nA soft brush\n',
          },
          { link: 'https://en.wikipedia.org/wiki/Photographic_film', title: 'What film is made of' },
        ],
      },
      {
        title: 'Words you will hear',
        text: `You can shoot a whole roll without knowing these. But people will use them on you, so here they are, in the order in which they matter.

- **Aperture** is how wide the lens opens. A small number is a large hole: f/2 lets in eight times as much light as f/5.6.
- **Shutter speed** is how long it stays open. 1/125 freezes a person who walks. 1/30 doesn't.
- **ISO** says how sensitive the film is. You choose it once, when you buy the roll.
- **A stop** is twice the light, or half of it. All three of the above are counted in stops, so you can trade one for another.
- **Latitude** is how wrong you may be before the picture suffers.

> If you remember one thing: you can take a stop from one of them and give it to another, and the picture is as bright as before.`,
      },
    ],
    folders: [
      {
        title: 'Before you go out',
        pages: [
          {
            title: 'Check the camera without film',
            text: `Do this at a window, in daylight, with the back of the camera open.

1. Set the slowest speed, usually 1 second. Press the button and look through the open back: you should see light for about as long as it takes to say "twenty-one".
2. Do the same at 1/30 and 1/250. The first is a blink, the second a flash. If all three look the same, the shutter sticks.
3. Set the smallest aperture, f/16, and press again at 1 second. The hole should be small and round and have no oil on its blades.
4. Wind on. It should stop by itself after each frame.
5. Look at the black foam along the edges of the back. If it crumbles or sticks to your finger, light will leak in.

Foam costs two euros and an hour. A sticking shutter costs a repair, so ask in the feed before you pay for one: sometimes it only needs to be fired a hundred times.`,
          },
          {
            title: 'Load it so that it moves',
            text: `More first rolls are lost here than anywhere else. The film wasn't caught, the counter moved anyway, and 36 pictures were taken on the same piece of nothing.

1. Stand in the shade, or turn your back to the sun.
2. Pull out as much film as reaches the other spool, and push the tip into the slot. Not too deep: two holes are enough.
3. Wind on once with the back still open, and watch. Both rows of holes must sit on the teeth.
4. Close the back. Turn the rewind knob gently until you feel that the film is tight.
5. Wind on again and **look at the rewind knob. It must turn.** If it doesn't, open the back and start over. You lose two frames, not thirty-six.

Shoot two blank frames, and you're at number 1.`,
          },
        ],
      },
      {
        title: 'Out with the camera',
        pages: [
          {
            title: 'Light without a meter',
            text: `On a sunny day, set f/16 and the speed closest to your ISO. With ISO 400 that's 1/500. This is called Sunny 16, and it has been printed on film boxes for eighty years because it works.

Then look at the shadows on the ground and open the lens from there:

- Sharp, dark shadows: f/16
- Soft edges, thin cloud: f/11
- You can just see a shadow: f/8
- No shadow, bright grey: f/5.6
- Heavy cloud, or open shade: f/4

If you're unsure, give more light and not less. Negative film takes two stops too much without complaint, but what it didn't see in the shadows nobody can bring back.

## To do

Stand at a window for five minutes and guess. Then look it up with the camera of your phone. After ten guesses you will be within a stop, and that is all you need.`,
          },
          {
            title: 'Twelve pictures of one thing',
            text: `Choose something that doesn't run away: a bicycle, a chair on a balcony, a tree with a bad haircut. Take twelve pictures of it, and move for each one.

- Four from the distance at which you first saw it.
- Four from half that distance.
- Four from as close as the lens allows.

Don't look for good pictures. Look for what changes: what is behind it, where the light comes from, what falls out of the frame. By the eighth one you will be bored, and that is when people begin to see.

Write down the number, the aperture and the speed. You will want to know when the negatives come back, and you won't remember.`,
          },
          {
            title: 'People who did not ask for it',
            text: `You don't have to photograph strangers. If you want to, be visible. Hold the camera where everyone can see it, stay longer than is comfortable, and smile when somebody looks.

If someone shakes their head, lower the camera and nod. If they ask what you're doing, say it: "I'm learning, and the light on your stall is beautiful." Half of them will then ask for a picture.

> Nobody has ever shouted at me for standing still with a camera. They have for walking away quickly.

Set the distance to three meters and the lens to f/8 before you lift the camera. Everything from two to five meters is then sharp, and you don't have to turn anything while a person waits.`,
          },
        ],
      },
      {
        title: 'When it comes back',
        access: {
          match: 'any',
          rules: [
            { kind: 'days', days: 14 },
            { kind: 'level', level: 3 },
          ],
        },
        pages: [
          {
            title: 'Read your negatives',
            text: `Hold the strip against a bright window, or lay it on a white screen. Everything is reversed: what was bright is dark.

- **Thin and pale all over:** too little light. Open the lens by a stop next time.
- **Dense and dark all over:** too much light. It will still print. Close it by a stop.
- **One frame on top of another:** the film didn't move. See *Load it so that it moves*.
- **A bright streak from the edge:** light came in through the back. Foam.
- **Everything is sharp but the subject:** you focused on what was behind it.

Count the frames you would show a friend. Four of 36 is a good first roll. My own had one.`,
          },
          {
            title: 'Show four',
            text: `Choose four frames, not five, and post them in *Show your work*. Write two sentences about each: what you saw, and what you got.

Choosing is half of photography, and nobody can do it for you. Lay out all the frames that are technically fine and take away one at a time until it hurts. Stop at four.

Then load the second roll. It's better to shoot it within a week, while your hands still know what they learned.`,
          },
        ],
      },
    ],
  },
  {
    space: 'analog-photography',
    by: 'greta',
    title: 'Develop black and white at home',
    after: 'Your first roll',
    description:
      'A kitchen, a tank, three bottles. What you need, what goes wrong, and a timetable to pin on the wall.',
    image: 'contact-1',
    days_ago: 18,
    begun: 0.55,
    done: 0.5,
    pages: [
      {
        title: 'What it costs, and what it saves',
        text: `A tank, a thermometer, two measuring jugs and a changing bag cost about sixty euros new, and a third of that used. Chemistry for twenty rolls is another thirty. A lab takes nine euros a roll here, so you're even after the tenth.

But that's not why you do it. You do it because you see the negatives an hour after you come home, wet, in your own hands, and because a roll you have developed yourself is one you will remember.

You don't need a darkroom. The film is in the dark for two minutes, inside the bag, while you put it on the reel. After that the lights are on.`,
      },
    ],
    folders: [
      {
        title: 'The equipment',
        pages: [
          {
            title: 'Three bottles',
            text: `**Developer** makes the picture. Buy a liquid one that you mix for each roll and pour away. It costs a little more and is never exhausted.

**Stop bath** ends the developer's work in seconds. Water works too, if you change it four times.

**Fixer** removes what wasn't exposed. It can be used for about fifteen rolls. To test it, put a snippet of film in daylight into it and count the seconds until it's clear. The roll needs twice that. When the snippet takes longer than three minutes, mix new fixer.

Label the bottles in words and in colors. Fixer in the developer ruins a roll in less time than it takes to notice.`,
          },
          {
            title: 'Practice with your eyes closed',
            text: `Sacrifice one roll, the cheapest or the most expired you can find. Load it on the reel ten times: five with your eyes open, five with them closed.

1. Cut off the tongue of the film between two holes, and round the corners a little.
2. Feel for the two notches at the rim of the reel. They must face each other, and you.
3. Push the film in until the steel balls grip it, then turn one side after the other.
4. If it sticks, don't push. Turn back half a round, tap the reel, go on.

The reel must be bone dry. If it was washed today, it isn't.`,
          },
        ],
      },
      {
        title: 'The hour itself',
        pages: [
          {
            title: 'Timetable',
            text: `At 20 °C. If your water is warmer, look up the time for the developer on its bottle: two degrees are almost a third of the time.

- 0:00 Pour in the developer. Turn the tank over four times, then tap it on the table to free the bubbles.
- Every full minute: turn it over four times. Slowly, about as fast as you would pour tea.
- Ten seconds before the end, begin to pour out.
- Stop bath, 30 seconds, moving all the time.
- Fixer, 5 minutes, four turns every minute.
- Now you may open the tank. Everyone does.
- Wash: fill and empty with 5 turns, then with 10, then with 20.
- A drop of wetting agent in the last water, one minute, no turning.

Hang the film in the shower with a clothes peg at the lower end. Don't touch it for two hours, and keep the cat out.`,
          },
          {
            title: 'What went wrong',
            text: `- **Completely clear, without frame numbers:** fixer first. It happens to everyone once.
- **Clear, but with frame numbers:** developed well, never exposed. The camera.
- **Pale moon shapes:** the film was bent while it was put on the reel.
- **Clear spots, round:** air bubbles. Tap the tank harder.
- **A milky veil:** not fixed long enough. Put it back into fixer, even in the light, even tomorrow.
- **Even, darker bands at the holes:** too much agitation. Pour tea, don't shake a cocktail.

Take a picture of the strip and post it with your times and temperatures. We have seen it before.`,
          },
          {
            title: 'Pushing two stops',
            is_draft: true,
            text: `*Still to write: times for the three developers we use, and Tomas's comparison from the concert in May.*

Pushing means that you expose ISO 400 film as if it had 1600, and develop it longer to make up for it. The shadows don't come back, but what you see in the middle becomes bright enough to print.`,
          },
        ],
      },
    ],
  },
  {
    space: 'analog-photography',
    by: 'tomas',
    title: 'Contact sheets that help you choose',
    description:
      'Half an hour in the darkroom that saves you three. For everyone who prints at the open evening.',
    image: 'contact-3',
    days_ago: 5,
    begun: 0.3,
    done: 0.6,
    pages: [
      {
        title: 'Why not just scan',
        text: `A scan makes every frame look fine. That's its job: it stretches each one until it fills the range. A contact sheet gives all 36 the same light and the same time, so you see at once which are thin, which are dense, and which are worth an evening.

It's also the only page on which you see how you walked: what you tried first, when you came closer, which frame you took after the good one. Keep them in a folder, in order. In two years you will look at them more often than at the prints.`,
      },
      {
        title: 'The shortest right time',
        text: `The film base isn't black, but it should print black. The shortest time at which it does is the right one for every contact sheet from that film, that developer and that enlarger.

1. Put the strip with the empty edge on a piece of paper, emulsion to emulsion, and glass on top.
2. Enlarger at the mark on the column, lens at f/8, grade 2.
3. Cover all but a finger's width and expose 2 seconds. Move the card, 2 more. Go on until you have eight steps.
4. Develop for the full time. Look for the first step in which you can't see the border between the holes and the film.

Write that time on the wall. Ours is 11 seconds.`,
      },
      {
        title: 'Mark it up',
        video: {
          file: 'choose-one.mp4',
          poster: 'contact-2',
          captions: ['de', 'en'],
          chapters: [
            { start: 0, title: 'The whole sheet' },
            { start: 7, title: 'The red circle' },
            { start: 12, title: 'The print' },
          ],
        },
        text: `Take a red wax pencil and be rude.

- A frame around what you want to print. Draw the crop, not only the picture.
- A dot for "maybe". More than five dots on a sheet is a way not to decide.
- A cross through what's broken. It's a relief, and it saves you from coming back to it.
- In the margin: which part needs more light, which needs less.

Then leave the sheet on the table for two days. What you still want after that is what you print.`,
      },
    ],
    folders: [],
  },
];
