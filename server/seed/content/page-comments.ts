/** A comment below a page of a course of the demo, and who replied. */
export interface DemoPageComment {
  /** The titles of the course and its page. */
  course: string;
  page: string;
  by: string;
  text: string;
  replies: readonly { by: string; text: string }[];
}

export const demoPageComments: readonly DemoPageComment[] = [
  {
    course: 'Your first roll',
    page: 'Start here',
    by: 'greta',
    text: '<p>Ask your grandparents before you buy anything. Two of the last five cameras that I repaired came out of the same kitchen drawer.</p>',
    replies: [
      {
        by: 'maya',
        text: "<p>True. Take the film out before you send it to me, though. There's usually a roll from 1994 inside.</p>",
      },
    ],
  },
  {
    course: 'Your first roll',
    page: 'Light without a meter',
    by: 'tomas',
    text: '<p>What helped me: write down the three exposures that you use most, and tape them to the back of the camera. After a month you stop looking.</p>',
    replies: [
      {
        by: 'maya',
        text: '<p>I still have the tape on my first one. "Sun 16, shade 5.6, kitchen: forget it".</p>',
      },
      { by: 'greta', text: '<p>The kitchen works at 1/8 with your elbows on the table.</p>' },
    ],
  },
  {
    course: 'Develop black and white at home',
    page: 'Timetable',
    by: 'maya',
    text: '<p>Does the time change much if the tap water is at 18 °C instead of 20?</p>',
    replies: [
      {
        by: 'greta',
        text: '<p>About a fifth longer. Better: put the bottles in a bowl of warm water for ten minutes, and the table fits again.</p>',
      },
    ],
  },
];
