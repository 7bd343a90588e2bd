/** The first conversations of the Small Games Workshop. */
export const gamesThreadsOne = `
== ravi | general | platformer-1 | 3 | House rules of the workshop, and mine
We are few, we show unfinished things, and nothing leaves this room. That is why the space is private.
I go first: my quiet game about waiting for a ferry has had **no ferry** for seven months. There is a bench, there is weather, there is a dog. Tell me what you're afraid to show.
--
zoe: A palette of five colours that I've been editing since March.
hiro: An engine. There is no game. There never was a game.
> ravi: The first step.
elena: Forty thousand words for a shopkeeper who only sells nails.
kofi: Footsteps for 61 surfaces. Nobody has legs yet.
axel: My second game, which has to earn rent. So it's not shyness, it's bookkeeping.
jules: Third jam, never finished one. Hi!

== zoe | art | dungeon-1 | 2 | Five colours, one torch
What I learned: the darkest colour should not be black, it should be where the story is. Mine's a bruise purple. Everything you can touch is lit by the two warm ones. No outlines anywhere.
--
keiko: The torch flicker: is it a swap of two palettes?
> zoe: Three, on primes, 7, 11 and 13 frames, so it never loops visibly.
stefan: In my day we had four and one of them was transparent.
lin: Health hearts read well. The chest doesn't, it melts into the floor. One bright pixel on the lock.
> zoe: One pixel! Done. Annoying how right that was.
hiro: Primes for flicker. Stealing.

== farah | playtest | cards-1 | 2 | Card game about arguing siblings: looking for four victims
Print and scissors, 20 minutes, 3 to 5 players. You inherit a house and nobody wants the piano. It's mean at minute 12, and I'd like to know whether it's mean in a good way.
--
maryam: In. My sister and I'll play it as ourselves.
> farah: Please record nothing.
ruth: The piano card should be the only one you can't discard but can _describe_.
> farah: Oh that's very good.
thandi: We played last night. Mean at minute 9, actually, and then somebody was kind and it was worse. Wonderful.
jules: Rule on page 2 contradicts the picture, who pays when two claim it?
> farah: Both. It's a feature as of now.
amara: You can stall forever by passing with three players. Broke it in eight minutes, sorry.

== bruno | design | platformer-2 | 2 | Coyote time is not a secret, the landing is
Everyone knows the 100 ms after the ledge. What changed my platformer was **after** the landing: 50 ms in which a jump pressed too early still counts, and the camera arriving a bit late. People said "it got easier". Nothing got easier.
I was a physiotherapist. Bodies forgive in time, not in space.
--
keiko: And animate the landing over the control, never under it. Let them leave the squash early.
stefan: We called it "being nice". One byte.
amara: I tested a build with it off and thought the build was broken.
jules: Is there a number for the camera?
> bruno: 90 to 120 ms, ease out. Less on the way down, or people feel sick.
malik: All of this goes out of the window at 80 ms ping and I'm crying.

== hiro | tech | - | 1 | I deleted my engine
Fourteen months. 22,000 lines. I kept the easing functions.
I started in an existing engine on Friday and on Sunday there was a fish that can be sad. I'm furious.
--
oskar: I'm pouring one out for your asset pipeline, I was jealous of it.
ravi: A sad fish is more than I've shipped this year.
axel: Engines are what we make when we're afraid of level two.
> hiro: Axel. It's Sunday.
stefan: Keep the disc. You'll want to read it in twenty years and be kind to yourself.
pavel: what does the fish want
> hiro: That is level two.

== elena | writing | - | 2 | A shopkeeper who only sells nails
Problem: he's funny for six lines. Then he is a man who only sells nails. I've tried backstory and it killed him on the spot.
How do you keep a small character small, and alive?
--
thandi: Let him want something tiny from you. Not a quest. To be told whether it's raining.
> elena: He cannot see the door from the counter. OH.
ruth: Give him one word he always uses wrongly.
saoirse: Give him a tune that he hums only when you're leaving.
ravi: Let him close on Tuesdays. Absence is writing.
kofi: The sound of the nail drawer should change when he's sad, fuller drawer, less rattle.
> elena: You're all hired and there's no money.

== kofi | sound | - | 2 | Sixty-one surfaces, ranked by joy
1 wet leaves on stone. 2 the third stair, wood, of somebody else's house. 3 snow at minus ten, not at minus one. Last: carpet. Carpet is where audio goes to retire.
I put them all in a folder. Use them. Credit my shoes.
--
saoirse: Snow at minus ten! It squeaks in a key. Yours is almost D.
ravi: Using 14 (gravel, hesitant) for the ferry landing. Thank you.
jules: How did you record the leaves?
> kofi: Gloves, a tray, my kitchen, 2 am. My neighbours moved.
chloe: As a photographer with access to this room by marriage: number 2 made me homesick.
hiro: Do you have fish?

== maryam | design | map-1 | 2 | My level design spreadsheet, unlocked
One row a room. Columns: what you learn, what you risk, what you can see from the door, **what you will tell someone afterwards**. If the last column is empty the room goes. I cut eleven of thirty.
--
lin: The last column is a knife.
diego: I generate my rooms and I tried to fill it in: 'there were trees'. I have work to do.
> maryam: Start with one hand-made room in each garden and let the generator be jealous of it.
oskar: I can turn the sheet into a build check, a room without a story fails CI.
> maryam: Please do not. Or... please do.
elena: Stealing for scenes.

== axel | business | - | 2 | Real numbers of a small first game
Because nobody shows them: 14 months, one person. 3,900 copies in the first year, average after everything 4.10 each. Wishlists at launch 6,200. Best marketing: a stranger's streamer niece. Worst: everything I paid for.
I'm still here. That is the whole success story.
--
thandi: Thank you. This should be compulsory reading before anybody quits a job.
stefan: It's about what we made per head in 1991, if it comforts you.
> axel: It does and it doesn't.
farah: Card games: I sold 212 boxes and I know every owner by name.
lin: What would you do earlier?
> axel: Show it. I hid it for nine of fourteen months.
malik: the niece deserves a cut

== diego | design | map-2 | 2 | Procedural gardens: they're correct and dead
Soil, light, water, seeds. Everything grows where it should. It looks like the parking lot of a garden centre. What is missing?
--
nadia: A path somebody took too often.
> diego: Wear! You mean wear. Yes.
ruth: One mistake. Every garden I love has a plant in the wrong place with a story.
zoe: Three greens too many. Limit it and let the flowers carry everything.
ingrid: My grandson gave me access. Gardens have an old bucket.
hiro: Old bucket as a noise octave.
diego: Path + bucket + one wrong plant. I stood in it for ten minutes without wanting to change anything. First time.

== jules | general | platformer-3 | 3 | I FINISHED A GAME
It's four minutes long. You are a postman on very small planets. There's a bug that lets you deliver yourself. I left it in. It's uploaded. It's DONE.
--
ravi: Everyone stop what you're doing.
bruno: Delivered myself. Ten out of ten. The landing is a bit stiff, see my post, but who cares, IT IS DONE.
amara: I found three bugs and I'm not telling you for 24 hours. Enjoy it.
> jules: this is the kindest thing a QA has ever done
axel: The second finish is easier, the third is easier still, then it's bookkeeping.
saoirse: The music stops when you deliver yourself. On purpose?
> jules: yes (no)
stefan: Congratulations. Put it on something physical, even a disc. You will be glad.

== lin | design | - | 1 | Your pause menu is a personality
I collected forty pause menus. Most say: a machine has stopped. Two say: take your time. The difference is never the font. It's whether the world goes quiet or goes dead.
--
kofi: Low-pass at 800 Hz, 300 ms. Never cut the room tone.
keiko: Let one thing keep breathing. A curtain.
ravi: My game is basically a pause menu, and this is very useful.
oskar: And remember the volume setting before the splash screen!!
> lin: Oskar has been hurt.

== malik | tech | - | 1 | Two players, one rope, eighty milliseconds
Co-op climbing. If I trust the client, the rope stretches through mountains. If I trust the server, it feels like climbing in soup. Rollback is out, physics isn't deterministic across machines.
Is there a third way that doesn't involve me moving to the same house as all players?
--
hiro: Make the rope a lie. Each sees their own rope, and only tension events travel.
> malik: Tension events!! As in: taut, slack, yank?
>> hiro: Three words on the wire. My fish agrees.
bruno: And slack is forgiving, let taut come 60 ms late, bodies don't mind.
stefan: Serial cable, 1993, we sent the joystick and prayed.
amara: Tested the lie. I couldn't see it. I tried for an hour, hate that.
malik: it's a lie and it's beautiful, thank you

== saoirse | sound | - | 2 | One instrument per game
I compose on whatever the game would own. For the ferry: harmonium with a leak. For siblings and a piano: everything **but** the piano, until the end. It's a limit that answers most questions before you ask.
--
farah: Until the end. I have goosebumps, and I haven't paid you.
ravi: The leak IS the weather. I've taken out my wind sound.
kofi: I object to that, formally, and I agree.
jules: what would the postman own?
> saoirse: A bicycle bell and bad lungs.
elena: And the nail man?
> saoirse: One nail, bowed. I tried it this morning. The dog left.

== oskar | tech | - | 1 | Please, a build you can make on a Friday at 18:00
One command. From a fresh clone. On someone else's machine. I help three of you each month and it's always a plugin with a licence in a folder called "old".
I will come to your call and do it with you, once, for free, with tea.
--
ravi: Booked. Mine involves a USB stick.
> oskar: I need to lie down first.
axel: He did it for me last year and I've saved perhaps ten working days. Take the tea.
amara: The builds I get from people after the tea have numbers in them!! Numbers!!
hiro: My build now takes 40 seconds and I resent how good it feels.

== ruth | puzzles | - | 2 | Fair, unfair, and crosswords
A fair puzzle is one where, when you hear the answer, you get angry at **yourself**. If you're angry at me, I've failed. I made crosswords for thirty years and got 214 letters. Every letter was right.
--
maryam: "What will you tell someone afterwards" for puzzles is "how did I not see it".
lin: How do you test it if you know the answer?
> ruth: You can't. You need a niece.
axel: Nieces keep the whole industry alive.
stefan: I once shipped one where the answer was on the box. The box was reprinted. Without it.
> ruth: Oh, you poor man.
pavel: got any of the angry letters?
> ruth: One said only "OTTER?!". It was otter.

== keiko | art | - | 1 | Squash and stretch for things that don't move
A door can want to open. Two frames of lean before you touch it, and the player decides to. I animate furniture now. It's going well, I think.
--
zoe: The bench in Ravi's game should lean towards the water. By a pixel.
> ravi: It leans. I watched it for an hour. I've become my own player.
bruno: In people we call this anticipatory tone.
nadia: Can I see the door? I write about haunted offices and I need the door.
> keiko: Sent. It also sighs, that part's Kofi.

== amara | playtest | dungeon-2 | 2 | How to give a tester something to break
Tell me nothing about the game, and one thing you're unsure of. Not "is it fun". I don't know you well enough. "Did you see the lever?" I can answer.
And write the version on the title screen, or I'll report bugs of last week and we'll both be sad.
--
lin: And sit on your hands. Literally. I bring gloves.
jules: I talked through a whole test once. The tester only nodded. I learned what I think.
zoe: "Did you see the lever" found more for me than ten questionnaires.
diego: In my garden test someone cried at the bucket and I'd asked about frame rate.
> amara: That's a finding!
malik: version numbers shown at oskar's level of pride now

== nadia | writing | - | 1 | Horror without anything in the office
There's no monster in my office game. There is a colleague who left, and her plant is watered. Testers call it the scariest thing in it. It is a plant.
How far can I go with this before it's only sad?
--
elena: Sad is what's left when you know. Scary is before. So never find out who.
ruth: One watering too many. They'll notice the saucer.
kofi: I'll give you drip, slow, in a room that has carpet. I'll do carpet for you.
> nadia: I know what this means, thank you.
thandi: It's already about loneliness. Let it be. People will call it horror to be polite.

== ravi | general | map-3 | 3 | The ferry came
I put it in tonight. Seven months. You sit, the dog lifts its head before you hear anything, then the harmonium breathes in.
I made it so that you can miss it. Most testers did, because they were looking at the dog. There's another one in eleven minutes.
--
saoirse: The dog first! Yes. Always the dog first.
hiro: I missed it and I've never been so content.
elena: I would not change a word, and there aren't any.
amara: Unsure of?
> ravi: Whether to put in a second ferry at all.
>> amara: Put it in. I waited. I'd like you to know I waited.
axel: Ship it. I mean it as a friend and an accountant.
zoe: And the bench leans back when you get up.
`;
