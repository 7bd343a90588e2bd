/** The first conversations of Analog Photography. */
export const analogThreadsOne = `
== maya | general | camera-1 | 3 | Welcome, and one question for everyone
I started this space because our Thursday darkroom outgrew its group chat. Bring prints, bring disasters, bring the camera you found in a drawer.
To begin: **what is the one frame you would save from a fire?** Describe it, or show it.
--
tomas: My father asleep in a hammock, 1994, badly focused. He took the camera off me right after and told me to turn the little ring next time.
> maya: The badly focused ones always win.
greta: Contact sheet of my first class. Nineteen people, eleven still write to me.
noor: I only have one roll so it would have to be the one of my bus stop. It is a good bus stop.
> aisha: I want to see this bus stop now.
>> noor: Posting it this week, don't expect too much!
dmitri: Negative of my wife on the ferry. No print has ever been as good as the negative.

== ines | show | street-1 | 3 | First roll through my grandfather's Zorki
It sat in a biscuit tin for thirty years with half a roll still in it. I shot the other half without knowing what was on the first part.
The shutter hangs at 1/25 and there is a light leak that moves. I don't want to fix it yet.
--
kenji: Please do not fire it at 1/1000 before it has been cleaned. The curtain ribbon on these gets brittle.
> ines: Noted. I stayed between 1/60 and 1/250, cowardly.
>> kenji: Wise, not cowardly.
sofia: What was on the first half?? You can't stop there.
> ines: A picnic. Nobody alive can tell me who the woman in the hat is.
patrick: Biscuit tins have better survival rates than camera bags, I have the receipts.
samuel: That leak looks like it was placed on purpose.

== samuel | learn | - | 2 | Does anyone really use the zone system?
I have read two explanations and watched a long video and I still end up pointing the meter at the darkest thing I want detail in and closing down two stops. Is that it? Is that the whole secret?
--
lars: That is it. The other nine chapters are about why.
> samuel: I feel cheated and relieved.
priya: Place the shadows by exposure, the highlights by development. If you send your film to a lab you only get the first half.
wei: On roll film, with twelve different scenes on one roll, the second half is mostly theory anyway.
greta: Come on a Thursday, I have a wedge and a bad temper. You will understand it in an hour.

== arjun | lab | - | 2 | Caffenol, round nine: it finally keyed in
Same instant coffee, washing soda from the drugstore, vitamin C, a pinch of iodised salt. 15 minutes at 20°C, agitation every minute.
The fog is down to almost nothing. What changed: I stopped buying the fancy coffee. **The cheaper and worse, the better the negatives.**
--
priya: Robusta. More caffeic acid. You rediscovered the literature with your nose.
> arjun: My kitchen smells like a burning stable, so yes.
chloe: Is the salt for the fog?
> arjun: Yes, iodised, about 10 g per litre. Skip it with slow films.
hana: I tried it with a mint tea once. It works. It takes an hour and the negatives look like ghosts.
dmitri: In the army we did it with worse.
> patrick: Dmitri please write a book.

== noor | show | window-1 | 3 | The bus stop, as promised
Roll one, frame 14. I waited three buses for the man to fold his newspaper. The driver of the third one asked if I was all right.
--
aisha: You waited. That is already most of it.
maya: I love that the timetable is sharper than the man.
> noor: I focused on the wrong thing, but let's say it was a decision
tomas: Frame it. Everyone's first good one deserves a frame.
omar: Three buses! On my street the newspaper would have been stolen by then.

== patrick | gear | camera-2 | 1 | Talk me out of a Mamiya RB67
It weighs as much as a toddler. It is 340 with a lens and two backs. I already own eleven cameras and I have promised at home that the number does not go up.
--
wei: You rotate the back instead of the camera. It changes how you see. I can't talk you out of it.
chloe: Sell two, buy one. The number goes down. Everybody wins.
> patrick: This is the financial advice I came here for.
kenji: Check the bellows with a torch from inside, check the seals on the backs. At that price assume you replace all the foam.
lars: It is the light one. I speak as a 4x5 owner.
beatriz: You won't carry it. You'll love it for two weeks.
> patrick: Two weeks is above my average.

== hana | show | window-2+hills-1+sea-1 | 2 | Cyanotypes from the garden, before the frost
Fern, wild carrot, one very patient snail (it left before the exposure). Twenty minutes of October sun where July needed four.
A drop of hydrogen peroxide in the last wash gives you the final blue at once instead of tomorrow. I can't stop doing it, it's like a magic trick every time.
--
leilani: Does it work with beach sun? Asking from a place with too much of it.
> hana: Perfectly, start with two minutes.
priya: The peroxide only speeds what the air does anyway. But I agree about the magic trick.
sofia: Could you put old letters on it, with the ink as mask?
> hana: If the paper is thin, oil it first. Test with a copy!
maya: The snail clause made my day.

== omar | learn | street-2 | 2 | Pushing Portra 800 to 3200: am I fooling myself?
I like neon and I like handholding at eleven at night. My lab pushes two stops without complaint. But the shadows go green and I keep calling it a mood.
--
beatriz: Two stops in colour neg is where it gets unfriendly. Expose at 1600, push one, you'll keep skin tones.
> omar: But then I lose the hour I like.
>> beatriz: Then brace on something. There is always a kiosk.
tomas: It is a mood. I have seen the prints, it is a good mood.
ines: Green shadows and magenta signs, don't touch it.
wei: Have you tried tungsten balanced film instead? The cine stocks love that light.
> omar: Halation on every lamp. I like it, my sister says it looks like I need glasses.

== greta | lab | - | 2 | Thursday notes: test strips
Three people wasted four sheets each yesterday. So, again, kindly:
* Whole strip across the **important** tone, not across the sky.
* Steps in stops or half stops, not in equal seconds. 4, 5.6, 8, 11, 16.
* Look at it dry. Wet prints lie, always in the flattering direction.
--
samuel: I was one of the three. The dry-down thing got me twice.
aisha: A microwave for the strip, ten seconds. Ugly but honest.
> greta: Not the one where you heat your lunch.
arjun: f-stop printing was the moment where I stopped guessing. Thank you for insisting.
noor: Is there a list of these somewhere? I want them on my wall.
> maya: I'll collect them under Guides, good idea.

== tomas | general | - | 1 | Asked a stranger for a portrait, got a story and no picture
Man selling umbrellas on a day without a cloud. I asked, he said: first you buy one. I did. Then he told me about his shop, twenty minutes, and then he said no.
I have an umbrella now.
--
aisha: This is why I talk first and load the film afterwards.
ines: Fair price for a story.
omar: Go back when it rains. He'll say yes, he will be in a good mood.
> tomas: This is brilliant and I am watching the forecast.
leilani: Photograph the umbrella.

== leilani | gear | sea-2 | 3 | The Nikonos survived, I nearly didn't
Rented housing nothing: this thing goes into the water as it is. Guess focus, guess exposure, breathe. One frame in ten works and that one is worth the stinging eyes.
--
wei: Which lens? The 35 is soft under water I heard.
> leilani: The 35, it's fine if you are within two metres. The 28 is the one people fight over.
kenji: Grease the O-rings. Before each dive, not each season. I have dried out too many of these.
> leilani: Done with religious fear.
lars: Zone focusing with fish. I respect it.
chloe: How do you keep salt out when you change the film?
> leilani: Sweet water rinse, towel, and a prayer.

== chloe | general | contact-1 | 2 | Seventy-two frames is a personality test
Half-frame makes me a different person. By frame 30 I photograph lamp posts. By frame 50 I get brave. By frame 60 I am bored enough to see something.
Does anyone else need to be bored first?
--
maya: Boredom is the developer. The rest is just chemistry.
dmitri: Thirty-six was luxury. We shot twelve and kept twelve.
> chloe: All twelve good?
>> dmitri: No. But we kept them.
hana: With a pinhole you get bored during the first frame.
patrick: I took the Pen on holiday and got home with two thirds of a roll. Twice. Same roll.

== kenji | gear | camera-3 | 2 | Light seals: please stop buying the sticky foam
The kits with glue on the back look easy and turn to tar in six years. Black wool yarn in the channels, thin adhesive felt at the hinge. Costs almost nothing, lasts longer than we do.
I did eleven bodies this autumn, all from the same kit, all with the same tar on the shutter.
--
patrick: I feel personally addressed.
> kenji: Four of the eleven were yours, Patrick.
samuel: Which yarn thickness?
> kenji: Two millimetres, a little thinner for Olympus.
beatriz: My OM-1 thanks you. It took one evening and one glass of wine.
ines: Could this be why the leak in the Zorki moves?
> kenji: On a Zorki it is the curtain, not a seal. Bring it, I will look with a lamp.

== aisha | show | window-3 | 3 | Mrs. Danjuma, who told me to hurry up
She raised six children and a carpentry business and gave me four minutes between two customers. Window light, 1/30, elbows on a sack of screws.
She asked for a print before she asked for my name.
--
maya: The hands! You printed the hands a grade harder, didn't you?
> aisha: Burned in, grade 4, only the hands. You saw it.
tomas: Four minutes. I need longer to find my lens cap.
greta: This is a portrait. People confuse it with a face.
sofia: Did she like the print?
> aisha: She said I made her look like somebody who is owed money. She hung it in the shop.
noor: I read this twice.

== wei | trips | hills-2 | 2 | Eight frames on a mountain and the fog won
Six hours up, the valley gone. I set up anyway. Between two clouds there was perhaps a minute, I got the dark slide out, forgot to cock the shutter, and then it closed again.
Frame seven is nothing but grey with one pine in it. It's the only one I printed.
--
lars: One pine is a good ratio.
hana: Grey with a pine is what I would have climbed for.
priya: Did you give the fog a stop more? It always fools me.
> wei: One and a third, and it still came out like porridge on the others.
dmitri: In the mountains the film is not the slow part.

== beatriz | learn | - | 1 | How do you store negatives without losing your mind?
I have shoeboxes. Shoeboxes have sub-boxes. Last week a client asked for a 2016 wedding and I found it inside a pasta machine.
--
sofia: Binder, polypropylene sleeves, contact sheet facing each. Number = year-roll. Nothing else, no categories, you will regret categories.
> beatriz: I have categories. I regret them.
lars: Never PVC sleeves. It eats them.
greta: Pencil on the sleeve, never a marker.
jonas: Wrong hobby of mine, but: index cards. They never need an update.
> sofia: A baker with index cards, why am I not surprised.
patrick: What else was in the pasta machine?

== dmitri | general | - | 2 | On the subject of batteries
You ask me each month why I use a Zenit. Yesterday it was minus eleven, three young people with three fine cameras stood at the river, and three batteries were dead.
I took their picture.
--
lars: Chapter two of the book.
chloe: Keep the spare in your armpit. I will not be taking questions.
patrick: I own nine cameras without batteries and I am telling everyone you said this.
omar: What is minus eleven? Is it a film speed?
> dmitri: It is when the film breaks if you wind it like a tourist.

== sofia | show | contact-2 | 2 | Four hundred glass plates, one name
The village pharmacist photographed everybody who came in, from 1908 to 1931. I have scanned sixty. Each plate has a number in the corner and the book with the numbers is gone.
Except for number 211, where somebody scratched: _Ida, who laughed_.
--
aisha: I need to sit down for a second.
maya: Could you make contact prints? On the windowsill, printing-out paper, the way he would have.
> sofia: That is the plan for spring. I have the frames already.
hana: Salt prints! Please. I will send you paper.
greta: Wear gloves. And scan the empty ones too, the edges often carry writing.
> sofia: You were right, plate 98 has a recipe for cough syrup.
priya: I would like to see that recipe professionally.

== priya | lab | - | 2 | Your fixer is older than you think
I tested the fixer of five members with a strip of film leader. Clearing time should stay under double the fresh one. Three of five were exhausted, one was, I believe, mostly water.
It costs nothing to test: leader in, lights on, stopwatch.
--
arjun: Mine was the water, wasn't it.
> priya: I promised anonymity.
samuel: Does the colour tell you anything? Mine went slightly pink.
> priya: That is the antihalation dye of your film. Harmless, pretty.
greta: And write the date on the bottle. All of you. In big letters.
wei: Test done, mine clears in 41 seconds, fresh was 25. OK for another few rolls?
> priya: Five or six. Then let it go.

== maya | trips | - | 2 | Photo walk: harbour, Sunday 7 am
Meet at the fish hall. One camera, one lens, one roll, nobody looks at anybody's settings. Afterwards soup.
Weather promises rain, which is a promise we like.
--
tomas: In. With umbrella.
noor: Can I come with only one roll of experience?
> maya: It is the exact amount required.
ines: I'll be on the 6:20 ferry. Someone wave.
patrick: One camera is a hard rule?
> maya: The hardest.
beatriz: Working until 3 on Saturday night, so I'll be the one under the blanket.
`;
