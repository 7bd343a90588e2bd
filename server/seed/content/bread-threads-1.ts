/** The first conversations of Slow Bread Circle. */
export const breadThreadsOne = `
== mikkel | general | loaf-1 | 3 | Four in the morning, come in
My bakery opens at seven, so between four and six I have dough and nobody to talk to. That is how this space happened.
Say who you are, what you bake, and **the name of your starter**. Unnamed starters will be named by Rosa.
--
rosa: I do not name starters. I have had the same one for 31 years and we say "you" to each other.
yusuf: Mine is Deniz, for the sea and for my son, who is jealous.
hanneke: Rye, fed once a week, called the Landlady. She gets paid first.
dele: I have no starter yet. I have hope and a kitchen scale.
> mikkel: I'll post you a dried bit of mine. The scale was the hard part.
mei: Hello from a very humid kitchen! Mine is called Tuesday because that's when he was almost thrown out.
tunde: Fela. Very active, never on time.

== dele | help | loaf-2 | 2 | My first loaf could stop a door
It did, in fact. 70% water, 4 hours on the counter at 17 degrees, then the fridge, then the oven. It is the weight of a small dog.
What did I do? Please be gentle but not too gentle.
--
mikkel: Seventeen degrees! Four hours at 17 is a nap, not a rise. Wait for the dough, not the clock: half again as big, a few bubbles, a jiggle.
rosa: Put a little of the dough in a straight glass with a mark. The glass doesn't lie to you.
> dele: A glass. I feel stupid and happy.
jonas: Card 1 of my collection reads: "door". Everyone begins there.
claire: Under-proofed, you can see it in the one big tunnel under the crust. Fool's crumb.
> dele: It has a name!!
ana: Slice it thin, dry it in the oven, call it crispbread. Ingrid will approve.
> ingrid: Ingrid will not.

== rosa | recipes | loaf-3 | 3 | Pan de pueblo, as my mother never wrote it down
* 1 kg flour, nearly all white, a fist of whole rye
* 680 g water, the last 50 with the salt
* 200 g starter that floats and smells of yoghurt
* 20 g salt
Mix, wait, fold when you pass by. Shape in the evening. Bake when the oven is hotter than you dare.
The fist is my mother's fist, about 70 g. She had small hands.
--
giorgos: "When you pass by" is the best instruction I've read in years.
jonas: How many times do you pass by, on average?
> rosa: As often as I want coffee. Four.
fatima: We do the same with semolina and call it something else, and my mother's fist was bigger.
sunita: At my altitude I use half the starter and it still runs away. Any wisdom?
> rosa: Colder water, and shape earlier than feels right.
abena: Baked it for church. Nothing left, not a crumb to photograph.

== hanneke | technique | crumb-1 | 2 | Stop asking rye to be wheat
You can't develop it. You can't windowpane it. You scald a part, you sour it properly, you fill a tin like you are plastering a wall, and you wait a full day before you cut.
**A full day.** I see you with the knife, Jonas.
--
jonas: It was 19 hours. I wrote it down.
> hanneke: And?
>> jonas: Gummy. The back of the card says "she was right".
ingrid: In my house two days. And butter as thick as the slice.
nell: What does the scald do, in words for goats?
> hanneke: Boiling water swells the starch, so it holds water and turns sweet. It's porridge that believes in itself.
viktor: In a wood oven rye forgives. In a kitchen oven it does not.

== tunde | help | oven-1 | 1 | Steam in a gas oven: everything escapes
Ice cubes, wet towels, lava stones. My gas oven vents all of it in forty seconds and my crust comes out like a matte wall.
--
claire: Closed pot. Cast iron, lid on 20 minutes, off 20. Stop fighting the oven.
> tunde: Pots of that size cost more than my oven here.
>> abena: A steel basin upside down over the loaf, on a tray. From the market, for almost nothing. Same effect.
viktor: Gas ovens must vent, or you would not be writing to us. Abena's basin is correct.
luca: For focaccia you don't need any of this, I'm just saying
tunde: BASIN WORKS. It shines. It sings when it cools. I'm calling people to listen.
> rosa: The singing is the crust saying thank you.

== claire | flour | - | 2 | Freshly milled: why your dough turned to soup
Whole, fresh, stone milled flour drinks slowly and ferments fast. Same recipe, new flour: soup at hour three. Take 10% less time, 5% more water **later**, and a longer rest before the starter goes in.
--
sunita: I have a hand mill, so my rest is built in.
emre: Like coffee: fresh is not automatically better, it just has more to say. Do you let flour rest after milling?
> claire: Either use it within a day or wait two weeks. In between it's moody.
paolo: With durum, longer still. Overnight for the water alone, no salt.
dele: I understand about half of this and I'm taking notes on all of it.
mei: Moody flour on a moody Tuesday. We'd get along.

== yusuf | recipes | - | 2 | Simit: why mine were never like the street ones
For ten years mine tasted right and looked sad. Then an old man at the ferry let me watch: grape molasses with water, **cold**, dough in for three seconds, straight into sesame that has been toasted *before*.
Twist tighter than you think. It is a rope, not a scarf.
--
emre: My whole childhood in four lines. The sesame has to be almost too dark.
fatima: I use date syrup when I can't find it. Thinner, with a bit of lemon.
> yusuf: Good idea, the acid is what you'd miss.
ana: My kids wear them as bracelets and eat their way out.
noor: I'm only here from the photo space but now I'm hungry, can I ask how long in the oven?
> yusuf: 15 minutes at 230 and don't leave the kitchen.
beatriz: Made these after a wedding at 3 am. A perfect decision.

== jonas | technique | - | 1 | 1,140 loaves in a spreadsheet, and what predicts a good one
Not hydration. Not flour brand. Not folds. The strongest link with my own scores is **dough temperature at the end of mixing**. 24 to 25 degrees, and two thirds are good. Under 22 it's a coin toss.
Second strongest: whether it was a weekend.
--
mikkel: Every baker could have told you, but none of us would have had the graph.
> jonas: The graph is available.
hanneke: Please don't encourage the graph.
tunde: Weekend because of time or because of mood?
> jonas: The data is silent about my mood.
claire: How do you score? One to ten of what?
> jonas: My wife scores. She doesn't know the temperature.
>> claire: A blind study! I take back what I said about the graph.

== ana | general | - | 2 | Bread with two small children: an honest schedule
6:10 mix while someone cries. 6:40 forget. 9:00 remember, fold, flour on the dog. 12:30 shape during a nap that lasts as long as shaping takes. Fridge until God knows. Bake Saturday, or Sunday.
It's always good. I no longer believe in timings.
--
rosa: This is the only correct schedule.
dele: I have no kids and a worse schedule.
jonas: 6:40 to 9:00 is 140 minutes at what room temperature?
> ana: Jonas, I love you, I don't know.
nell: Flour on the goat, here.
mei: The fridge is the babysitter.

== luca | recipes | - | 2 | Focaccia: an apology and a recipe
I said in public that sourdough people overcomplicate things. I'm sorry. Here's 80% water, no kneading, a bath of oil, and a brine of water, oil and salt poured into the holes before the oven.
You all overcomplicate things.
--
paolo: Brine from Liguria, crumb from Puglia, arrogance from where?
> luca: From the oven, it's hot in here
giorgos: How much oil in the tin?
> luca: More. No, more than that.
hanneke: I made it. I was annoyed by how good it was.
abena: Dimples with all ten fingers, like playing piano? My daughter insists.
> luca: She is right, and she should not stop before the bottom.

== sunita | technique | - | 2 | Baking at 1,400 metres, after three winters
Things rise faster, dry faster and boil at 95 degrees. What works here: starter down by a third, water up by 4%, oven ten degrees hotter, and out of the pot earlier, or the crust gets a beard of cracks.
Nobody writes this for us so I'm writing it.
--
viktor: The thinner air also carries less heat to the crust, so hotter is right.
claire: Do you see the fermentation slow again at night? Yours must get cold.
> sunita: Very. In January I put it inside my jacket on the bus. I'm not joking.
>> mikkel: A bus-proofed loaf. Please photograph the next one.
dele: I'm at 12 metres. I have no excuses left.
rosa: The jacket is traditional where I'm from too.

== giorgos | general | oven-2 | 2 | My grandfather's oven drew smoke for the first time since 1988
We dug it out of the ivy. The door is a piece of a ship. Viktor looked at photographs for two hours and told me where to put my hand.
First bake: cracked dome, black bottom, raw top. The neighbours came anyway, with cheese.
--
viktor: Slow fires for a week first. SLOW. I said so. It's drying a lake.
> giorgos: There was cheese coming, Viktor.
yusuf: A door out of a ship! Don't replace it.
rosa: Black bottoms: sweep, wet mop, then throw in flour. If it burns while you count to ten, it's too hot.
> giorgos: I counted to three.
sofia: From the photo space: if you find old pictures of it in use I would scan them with joy.

== mei | help | jar-1 | 1 | Starter smells like nail polish, is Tuesday dying?
Very humid, 31 degrees in the kitchen. Rises in three hours, collapses, then smells like a beauty salon.
--
mikkel: Hungry, that's all. In that heat feed 1:5:5, with cool water.
claire: Or make it stiff, half as much water as flour. It slows everything, and it's easier to carry around.
> mei: Stiff Tuesday it is.
emre: Acetone = starved. In coffee I'd call it a defect, here it's a cry for help.
hanneke: The Landlady smells of apples. I just want that known.
mei: Update: smells of yoghurt again. He lives!
> tunde: Long live Tuesday.

== fatima | recipes | - | 2 | Khobz, every day, no ceremony
In my house bread isn't an event. 500 g, half fine semolina, warm water until it feels like an ear lobe, a spoon of the old dough, salt. Flat rounds, cloth over, pan or oven.
I also make the tall ones for Sundays and photographs. But this is the one my children ask about when they phone.
--
rosa: An ear lobe! We say so too.
paolo: Rimacinata or coarser?
> fatima: The finest you can find. Coarse on the outside, for the hands.
ana: Made it, 25 minutes from thought to mouth almost. Why do I ever do anything else.
jonas: Temperature of the water?
> fatima: Warm like a bath for a baby, Jonas.
>> jonas: 37, then.

== nell | general | - | 1 | Things I've used instead of a banneton
Colander, salad spinner, goat feeding bowl (washed), hat. Ranking in that order, except that the hat was best. Linen, flour, no wool. ([What it is meant to be.](https://en.wikipedia.org/wiki/Banneton))
--
tunde: The hat needs a picture!
> nell: It's my husband's and he's wearing it.
claire: Rice flour on the cloth, it never sticks again.
ingrid: A drawer. I'm serious, a small drawer, with a cloth. My mother had one for nothing else.
hanneke: I use a tin, because I bake rye, because I am at peace.

== paolo | flour | - | 1 | Semola rimacinata is not semolina, and I'll die here
One is flour, milled twice, soft as talc, it makes bread. The other one is for gnocchi and for the peel. Every week someone writes to me that Altamura bread is impossible, and they used sand.
--
fatima: In my shop both have the same word on the bag. You look at it and touch it.
luca: He did die on this in 2019, we revived him with burrata.
sunita: I get neither here. Could I sift?
> paolo: Mill it again, sift fine, and rest the dough an hour longer. You'll get near.
jonas: What does the protein say?
> paolo: 13 and up, but it stretches, it doesn't spring. It's a different animal.

== abena | recipes | loaf-4 | 2 | Tea bread, but slow
You know the soft sweet loaf from the roadside, wrapped in plastic, still warm? I tried for a year to make it with a starter. It turned sour each time, until I kept the starter sweet: three feeds a day, warm, small.
Nutmeg, evaporated milk, butter. My mother ate two slices without speaking.
--
tunde: I can hear the hawker. Recipe please, in full, now.
> abena: Sunday! I have to measure what I did with my hands.
mei: Add tangzhong, it stays soft for four days. It's the same family as our milk bread.
> abena: Cooked flour paste? How much?
> mei: 5% of the flour with five times its weight of water. You'll never go back.
yusuf: Two slices without speaking is the highest mark there is.
dele: My grandmother called it butter bread even when there was no butter.

== ingrid | technique | - | 1 | In praise of the flat and the hard
Everyone here wants height. Crispbread wants nothing, keeps a year and tastes better in March than in October. Barley, rye, buttermilk, a notched pin. Hang it on a pole over the stove.
--
viktor: The pole! I built one into my kitchen and my family thinks I've gone mad.
hanneke: At last a voice of reason.
emre: Do you toast the barley first?
> ingrid: Half of it, until it smells like a nut you can't name.
ana: Keeps a year except in a house with children, where it keeps an afternoon.
luca: Focaccia is also flat
> ingrid: You're forgiven.

== viktor | general | oven-3 | 2 | How to build an oven in a weekend that lasts ten years
Sand dome, wet newspaper over it, clay and straw in two coats, cut the door at 63% of the height of the dome. **That number is everything.** Lower and it suffocates, higher and it freezes.
Feed the helpers well. Dig the sand out on Monday.
--
giorgos: 63%. Mine is at 70. That explains the sweating neighbours.
nell: Could goats eat the straw coat?
> viktor: They will. Whitewash it.
claire: How long does it hold heat after firing?
> viktor: Pizza at one, bread at four, beans overnight, dry wood for the next fire in the morning.
tunde: My landlord has a courtyard and no idea what's coming.

== mikkel | general | - | 2 | Bakers' hours: what do you think about at four?
The radio has stopped and the news has not begun. The dough doesn't need me for eleven minutes. I think mostly about my father, and whether I locked the flat.
And you?
--
rosa: Who will eat it.
yusuf: The ferry. It starts its engine at 4:20 and my trays shake a little.
ana: Whether that was a child or the fridge.
omar: I'm on the other side of the glass at that hour with a camera. I think: he has light, I should go there.
> mikkel: Knock next time. I'll give you the first one, it's too hot to sell.
emre: Which of us got the better deal, the one who stops at night or the one who starts. I've been both.
hanneke: I'm asleep. Rye doesn't do this to people.
`;
