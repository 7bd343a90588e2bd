/** The later conversations of Slow Bread Circle. */
export const breadThreadsTwo = `
== dele | general | loaf-5 | 3 | It opened. IT OPENED.
Attempt seven. I scored it, I closed the lid, I could not look. Twenty minutes later there was an ear on it like a shark.
I woke my flatmate. He looked at it and said "that's a bread". He doesn't know what we have been through.
--
mikkel: Look at that. From a nap to a shark in seven loaves.
rosa: Now the second one will be bad, and you will not give up.
jonas: Dough temperature?
> dele: 24.5, I wrote it on a CARD
>> jonas: I have to leave the room for a moment.
claire: The crumb will be right, you can tell by the shoulders.
tunde: "That's a bread." Put it over the door.
ana: The shark can hold the door open now.

== emre | technique | crumb-2 | 2 | Tasting notes, but for crust
I did a blind tasting of five crusts at the roastery, same dough, five bake colours. Everybody's favourite was the fourth: what most would call slightly burnt. Caramel, orange peel, cocoa. The palest tasted of paper.
Bake darker. Then a bit more.
--
hanneke: People return dark loaves to shops. The same people drink black coffee.
mikkel: I have a shelf for "well done" and it sells out first. It took three years.
paolo: In the south we say: the colour of a monk's robe.
> emre: Which order?
>> paolo: Franciscan. Never Dominican.
sunita: What temperature in the middle at the fourth one?
> emre: 98 to 99. But pull it by colour.

== claire | flour | - | 1 | Old varieties: romance and gluten
I grew 40 square metres of an old wheat. It's beautiful, taller than me, it fell over in July. Tastes of hay and honey. It has the strength of wet cardboard.
I bake it in a tin and tell everybody it is meant to be so.
--
nell: Goats rate it highly.
hanneke: Tin is not a shame, tin is a form.
viktor: Blend 30% of it into strong flour, flavour stays, bread stands.
> claire: Did that for the second half. You're right, and I sulked.
giorgos: How many loaves are 40 square metres?
> claire: Nineteen and a biscuit.

== tunde | recipes | - | 2 | Agege-ish, with a wild starter
Dense, soft, sweet, square. The real one has things in it I can't pronounce, so: stiff starter, milk powder, a bit of plantain flour for the chew, and knead it until your arm says no. Then once more.
Lid on the tin. Weight on the lid. It must fight.
--
abena: Next door we argue whose was first. Yours looks dangerous.
> tunde: Ours was first. Yours is a cousin.
>> abena: Cousin!!
malik: I lurk here from the games place. I baked it. My arm said no four times.
mei: The squish video, please.
dele: As a neutral party of your own family, Tunde: auntie's had nutmeg.

== hanneke | recipes | - | 2 | The Landlady's black bread, 24 hours, no shortcuts
* Evening: sour, 300 g coarse rye, 300 water, a spoon of her
* Same evening: scald, 200 g rye, 400 boiling water, malt, caraway, lid on, warm oven
* Morning: all together, 300 g rye more, 14 g salt, dark syrup
* Tin, two hours, 110 degrees for **five hours**
* A day of doing nothing
It smells like a stable in which somebody is roasting chocolate.
--
ingrid: My eyes are wet. Butter, a little salt, nothing else.
jonas: Waited 26 hours. The back of the card is empty.
> hanneke: I'm proud of you, and I don't say such things.
emre: Stable and chocolate is exactly the cup I look for in a natural.
ana: Five hours at 110: can I sleep during it?
> hanneke: It's the idea.
luca: I'll allow it

== fatima | general | - | 2 | What is the bread you can't get back?
Mine: a woman in our street, Lalla Khadija, sold a bread with wild thyme for two months in spring. She didn't have children. Nobody wrote it down. I've tried each spring for twenty years, and it is always bread with thyme.
--
rosa: My mother's had a burnt taste from one broken tile. I've broken tiles. It isn't that.
yusuf: Army bread, which was terrible. I was twenty.
> yusuf: So I suppose it isn't the bread.
claire: Perhaps the thyme was dried over the oven? Smoke and thyme together.
> fatima: Claire. I will try this. I'll try this tomorrow.
abena: School lunch buns. The lady counted them into your hand, in English.
viktor: Potato bread from my first site, baked in a bucket.

== jonas | technique | - | 1 | Cold retard: 12, 24, 48, 72 hours, one dough
Four loaves, same dough, baked on four mornings. Wife's blind scores: 6, 8, 8, 5. At 72 the acid had eaten the strength. Between 24 and 48 nobody could tell, except the dog, who preferred 48.
--
mikkel: 18 to 30 in the bakery. It's also when the shelf is free, I'll admit.
tunde: Please more science with dogs.
claire: At what temperature is your fridge? At 6 it goes on working, at 3 it sleeps.
> jonas: 4.1, logged every minute.
>> claire: Of course it is.
hanneke: n = 1 dog.

== ana | help | - | 1 | My son fed the starter with icing sugar
Quite a lot of it. It is now foaming like a school volcano. Throw away? Keep? It smells of pear drops. He's very proud.
--
rosa: Keep a spoonful, feed it flour twice, all is forgotten. Tell him it grew because of him.
> ana: He has named it. It's called Lava.
mei: LAVA. Tuesday sends greetings.
emre: Osmotic party. It'll pass.
abena: Bake with the foam today! Sweet buns. When else?
> ana: We did. They were the best thing we've made in months, which I'd rather he didn't hear.

== giorgos | general | oven-4 | 2 | Oven, second month: the beans
Bread is better now, thank you Viktor (door bricked down to 63). But the discovery are the beans. Pot in at ten at night, out at eight. The whole street smells. There's a list now for who gets them.
--
viktor: I told you. Beans are the reason for the oven. Bread is the excuse.
paolo: In a fiasco, the wine bottle, with sage and oil! Tie the neck with straw.
> giorgos: My wife asks whether the bottle may stay closed until after.
rosa: Bay leaf, one clove, no salt before morning.
nell: How does one get on the list?

== mikkel | general | - | 2 | Circle bake, first Sunday: everyone one dough, own kitchen
Same recipe, same morning, wherever you are. Rosa chooses: **pan de pueblo**. Post the outside when it's out of the oven, the inside not before it's cool. Cheating is watched by Hanneke.
--
hanneke: With pleasure.
jonas: Which time zone is "morning"?
> mikkel: Yours. It's a rolling thing. Sunita begins.
sunita: Bus or kitchen?
> rosa: Kitchen, child.
dele: I'm in. With shark, hopefully.
beatriz: Wedding on Saturday till late. Mine will be a night bread.
fatima: All my daughters are baking it too, in four cities.

== rosa | general | loaf-6 | 3 | Circle bake: thank you, from an old woman
I counted forty-one loaves. One was square, one was on a boat, one had been dropped and photographed where it lay. I've looked at each of them with my glasses on.
My mother could not read. Today her bread was in nine countries. I went and told her.
--
mikkel: I'm not crying, it's the flour.
fatima: God bless her hands, and her fist.
tunde: The dropped one is mine. It was still delicious, on the side without floor.
ana: We told the children whose bread it is. Lava was not used.
ingrid: I baked a high, soft, white bread. For you only.
> rosa: I saw. I know what it cost you.
jonas: 70 g. Confirmed across 11 measured fists.
dele: I don't have a grandmother nearby anymore. I sort of do now.

== luca | help | crumb-3 | 1 | Fine. My crumb is too tight. Help.
I tried a real sourdough, with a banneton and everything. It's a sponge. A good looking sponge. Don't be smug.
--
hanneke: I'd like to be smug for one minute first.
> luca: you have 60 seconds
claire: You shape like you do focaccia dough: too kind, then too rough. Preshape, 25 minutes of rest, then once, tight, done.
mikkel: And it looks a bit young. Give it until the fridge does no rescue work.
paolo: Or put oil on it and call it yours.
luca: second try: holes. i have holes. i get it now, i'm insufferable

== yusuf | general | - | 1 | Selling the first ten loaves
The kiosk took ten on Friday, on commission. I stood across the street pretending to telephone. The first one went to a woman who smelled it for a long time and then bought a newspaper instead.
All ten sold by noon. She came back.
--
emre: Pretending to telephone is the whole of business.
rosa: What price? Don't be cheap. Cheap bread makes cheap friends.
> yusuf: I'm cheap. I'll be less cheap next Friday.
abena: SHE CAME BACK
mikkel: Ten, then fifteen for a month. Don't let them talk you to forty.
ana: I'd have bought it for the telephoning.

== sunita | technique | loaf-7 | 2 | The bus loaf, as requested
Here it is. Mixed at 5, folded at the stop, inside my jacket from 6:40 to 8:10, 62 hairpin bends, shaped in the staff kitchen of the school where I teach.
Class 4 has named the bends "turn and fold".
--
mikkel: I said photograph it and you did. I'm so happy.
viktor: Centrifugal lamination. I'll cite you.
jonas: Jacket temperature?
> sunita: I knew it. 29 inside, 24 at the zip.
claire: It's a better loaf than my stationary ones.
giorgos: Please send class 4 our respect.

== mei | recipes | - | 2 | Milk bread with Tuesday: four days soft, no yeast
Tangzhong, stiff sweet starter fed with a little sugar, cold butter in at the end, and the windowpane of your life. Overnight at 20. Then three buns in a tin and wait until they look over the edge like children.
--
abena: Made it with nutmeg. It is tea bread's elegant sister.
tunde: How long did you knead?
> mei: 22 minutes by machine, I've no arm like yours.
fatima: Looking over the edge like children, yes.
hanneke: It's cake. It's very good cake.

== emre | flour | jar-2 | 1 | I fed a starter with spent coffee grounds
So that you don't have to. 5%: smells wonderful, works. 10%: slow. 20%: a bog. The 5% loaf is dark, a bit bitter at the end, great with honey.
Arjun from the film people asked whether it also develops.
--
claire: Does it hold up in the crumb or go grey?
> emre: Grey, with dignity.
dele: We are one community away from a bread that takes pictures.
ingrid: With goat cheese, I imagine.
> nell: I'm listening.

== viktor | help | oven-5 | 0 | Chimney draws backwards with west wind
Old client, tile oven, west wind, smoke in the parlour. Cap is fine, flue is clean. Before I climb up there in the wet: ideas?
--
giorgos: Neighbour built something? We had it after a roof went up next door.
> viktor: ...a new barn. On the west side. Thank you, I feel like Dele with the glass.
dele: I'm a unit of measurement now.
paolo: Turn the cowl or raise it by half a metre.

== nell | general | - | 2 | Goat butter day
Fourteen litres of milk, one churn, one blister, one kilo. White as chalk, tastes of the hill. On Hanneke's black bread it is the best thing I've had this year, and I'm including my wedding.
--
hanneke: The Landlady is honoured.
ingrid: Please let me know when the hill has a post office.
ana: Husband okay with the ranking?
> nell: He had it too. He agrees.
rosa: Salt it a little and press out all the water, or it turns.
patrick: Which camera did you buy in the end
> nell: The goats are enjoying yours, thank you.

== mikkel | technique | - | 2 | An hour with each fold, and what your hands should notice
First fold: it tears, it is a mud. Second: it follows. Third: it holds its breath. If the third feels like the second, wait and do a fourth. If it feels like a pillow, stop, you are only petting it.
I had to explain it to a new apprentice today and it took me fourteen years to find those three lines.
--
claire: "It holds its breath" is exactly it.
rosa: And the apprentice?
> mikkel: She said: so, like a cat. She'll be better than me.
tunde: I'm guilty of petting.
jonas: I'll stop logging fold times for a week and log feelings.
> hanneke: Somebody screenshot this.
dele: Printing this and taping it to the basin.

== dele | help | - | 2 | Somebody asked ME a question
My neighbour smelled it through the wall. She bakes "bricks". I said: what temperature is your kitchen? And then I heard myself say: wait for the dough, not the clock. I gave her a glass with a mark.
I also gave her some starter. It's Mikkel's. So it has a name but I've never asked what it is.
--
mikkel: It's called Father. He started it.
> dele: Oh. I'll tell her. Thank you.
rosa: There. This is how it is done.
jonas: Card 1: "brick".
ana: Full circle bake.
`;
