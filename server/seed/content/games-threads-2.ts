/** The later conversations of the Small Games Workshop. */
export const gamesThreadsTwo = `
== thandi | general | - | 2 | Workshop jam: one weekend, one noun
The noun is **bucket** (thank you, Ingrid). Friday 18:00 to Sunday 18:00, wherever you are. Sleep is a feature. Teams are drawn from a hat by my daughter, who is incorruptible. New to this? [What a jam is.](https://en.wikipedia.org/wiki/Game_jam)
--
diego: I've prepared for this my whole life.
jules: what if I finish again, then it's a habit
oskar: Teas on Friday from noon, for builds.
stefan: A bucket fits in 16 by 16. Very good noun.
farah: Cards allowed?
> thandi: Anything that fits in a bucket.

== stefan | tech | - | 2 | What fitting into 32 kilobytes taught me, and what it didn't
It taught me to want less. It didn't teach me to play with people, because there was no time: we had one cartridge run, and that was the playtest. A boy from Plovdiv sent a letter about a wall on level four. He was right. It's still wrong in nine thousand copies.
--
ruth: Find the boy.
> stefan: He'd be fifty. He might be on this server.
pavel: level four with the two bats?
> stefan: ...yes.
>> pavel: Brno, not Plovdiv, and it was my brother. we got around it with the ladder.
axel: What is happening. I've got goosebumps.
amara: Thirty-three years until bug confirmed. New record.
stefan: Pavel, tell your brother the patch is coming. I'm serious.

== zoe | art | - | 1 | Palette swap: give me a mood, I'll give you five hex codes
I have a free evening and I'm in the mood. One line each.
--
nadia: Office, 19:40, somebody else's birthday cake in the fridge.
> zoe: 1d2b2a 3f5e57 a9b8a0 f2e3c6 d8543c. The red is the candle.
elena: A shop that'll close and doesn't know.
> zoe: 2b2118 6b4a2f c98f4e f1d9a5 7d8ca3. The blue is outside.
saoirse: Lungs.
> zoe: 3a1f2b 8c4458 d98a8a f6dcd0 9fb8c8
hiro: Fish (sad)
> zoe: Already used all my blues on people. 0f2033 24506b 5fa3a8 d6efe4 f0a35e. The orange is what it wants.
>> hiro: So that's level two!!

== maryam | playtest | map-4 | 2 | Level nine: nobody finds the kitchen
Seven testers, none. There's light from it, there's a smell particle, the dog walks there. They all follow the corridor because it's long, and long must be important.
--
bruno: Make the corridor shorter than the look at it. Turn it.
lin: Light on the floor, not on the wall. People look down when they walk.
> maryam: I had it on the wall. Of course I had it on the wall.
kofi: A fridge. Hum from the left at two metres, nothing at six.
amara: I found it! ...after nine minutes, by hating the corridor.
maryam: Turned corridor + floor light: 5 of 6 went to the kitchen. The sixth stayed with the dog.
> ravi: The sixth is my audience.

== farah | design | cards-2 | 2 | The piano card, final wording
"You may not put this down. You may tell the others, once a round, what it sounds like."
Last Saturday a man described it for three minutes and then his actual sister said: it was never in tune, and you loved it. I didn't write that. I only made the card.
--
ruth: I'm so glad that I said the thing.
> farah: You're in the rulebook, page one.
saoirse: The piano stays silent in the box. It's perfect.
thandi: Three minutes!
axel: Printing costs? Because I'd buy eleven for relatives.
> farah: Nine per box at 300. I'm scared of 300.
>> axel: Preorders from your 212. By name. You know them.

== hiro | tech | - | 1 | The sad fish has a state machine and so do I
Idle, drift, notice, hope, drift. I had 'happy' and nobody ever got there, so I removed it, and now "hope" reads as happy.
--
elena: That's every good character arc in one diff.
keiko: What does hope look like in frames?
> hiro: The tail stops. 20 frames. It's nothing at all and everyone sees it.
diego: May it live in my pond?
> hiro: It would be honoured. It'd be in "notice" for days.
oskar: Please write the transition table down before you delete your engine again.

== axel | business | - | 1 | Store page: seven seconds, says my log
People look at the page for seven seconds. Two of it the first picture, three the trailer, and then they're back at the list. I cut my trailer from 94 seconds to 22 and moved the verb to the front. Wishlists a day: 9 to 31. Same game.
--
thandi: What's the verb?
> axel: "Carry". I had opened with a sunset.
lin: And the first picture should have a person in it who wants something.
ravi: My verb is "wait". Seven seconds will be tough.
> axel: Show the dog lift its head. Cut.
>> ravi: ...this would work, damn.
malik: sunset industry in shambles

== jules | playtest | platformer-4 | 2 | Postman 2: needs someone who gets seasick
Planets are smaller, bikes are faster, camera turns with gravity. I'm fine with it but I'm 20 and was raised on bad cameras. Need sensitive people. Will pay in postcards (real ones).
--
ana: I don't know how I got into this space but I get seasick in lifts.
> thandi: I let you in, Ana, you wrote the nicest request of all.
amara: 4 minutes 10. Horizon line in the corner, half speed of turn, and I'm fine.
bruno: Turn the world at the feet, not the head. Pivot lower.
> jules: pivot at the feet = everything better, HOW
ana: I lasted eleven minutes! Only green a bit. Postcard please.

== kofi | sound | - | 2 | What silence costs
I took the ambience out of a scene for four seconds before the ferry. Ravi thought that the build was broken, then he cried. Silence isn't the absence of sound, it's a sound that you have to pay for beforehand.
Save up for about ninety seconds.
--
saoirse: Ninety is right. Under a minute it's a dropout.
nadia: In an office never go to silence, go to the lamps.
> kofi: Lamps are in the folder. Number 62, "lamps that have seen things".
ravi: I did not cry. It was weather.
stefan: We had only silence, and one beep. We saved the beep.

== ruth | puzzles | - | 1 | A puzzle for the room, no prizes
Two ferrymen, one bank each, one boat between them. Each believes it's the other's turn. They can't shout, the river is loud. There's one dog. At dawn both are on the same side. How?
--
lin: The dog rows?
> ruth: I'm angry at you for saying it first. No.
maryam: The river freezes.
> ruth: No, but I like your river.
hiro: They started on the same side, "one bank each" means each owns one.
> ruth: OTTER.
ravi: I'm putting both in the game.
pavel: I was three hours on the dog

== lin | art | - | 1 | Type at 320 by 180
There are about nine fonts that survive. Tests: 'rn' against 'm', 0 against O, and "illness" in a hurry. And give the line one more pixel of leading than you believe. Reading is walking, it needs floor.
--
elena: As author of forty thousand words at this resolution: thank you, floor.
zoe: Do you shade your letters?
> lin: Never under 10 pixels. A shadow is a second letter.
stefan: We drew our own and had no Q. No word in the game had a Q.
> ruth: This is a crossword constraint and I want it.

== diego | design | - | 2 | Bucket garden is out (jam version)
You have one bucket and a garden which will be fine without you. You can help or you can sit. Sitting makes the birds come. Made in 48 hours with Nadia, Saoirse and 9 hours of sleep.
--
nadia: There's a watered plant behind the shed. Don't ask who.
thandi: My daughter drew this team from the hat and is taking credit.
jules: I sat for the whole lunch. 4 birds. one had my name??
> diego: It's the names of everybody in the workshop. Shh.
saoirse: The tin bucket is the whole orchestra. Kofi held it.
amara: Reporting: bucket can be worn as a hat. Don't fix.
ingrid: It has the right dent.

== malik | playtest | - | 1 | Rope test, Saturday 20:00, need eight pairs of hands
Two by two, different countries preferably. You'll climb a chimney. If you feel the network, say "soup". If you don't, say nothing and be kind.
--
farah: With my sister. She'll say soup about other things.
axel: Norway here, worst wifi of the fjord. You want me.
> malik: I want you so much
keiko: Japan side, in.
malik: results: 2 soups in 3 hours, both axel in the cellar. I'm going to sleep for a week.
bruno: I never felt it. I felt my partner, actually. That's rare.

== elena | writing | - | 2 | The nail man, six months later
He asks whether it's raining. If you say yes, he smiles. If you say no, he smiles. On the 14th day, if you've lied, he hands you an umbrella: "someone left it".
Cut to nine hundred words. Everything else was me being afraid he'd be small.
--
tomas: I'm from the photo space, a guest. An umbrella seller once did this to me, and I'm stunned.
> elena: I read your post. Forgive me, it's yours.
>> tomas: It's an honour. He finally let me take the picture, by the way. It rained.
ravi: Nine hundred from forty thousand. That's a grade of courage.
saoirse: The bowed nail comes back on day 14. Once.
zoe: I'll redo the rain. Five colours, one of them the umbrella.

== oskar | tech | - | 1 | Fourteen builds, fourteen teas
All of the jam games build from a clone with one command, on my old laptop, offline. I don't play games much. But I sat there on Sunday night and started them one after another and it felt like looking in through lit windows.
--
thandi: Oskar!
axel: This is the most beautiful sentence about CI ever written.
zoe: I'm drawing it. Lit windows.
hiro: Even mine?
> oskar: Even yours. The fish noticed me.

== bruno | design | platformer-5 | 2 | Difficulty isn't a slider, it's a posture
I watched 20 people play standing, sitting, lying. Lying people die twice as much and mind half as much. I now ask at start: "How are you sitting?" Upright, back, on the floor. It changes the timing windows a little, no one is called easy.
--
lin: This is the best question that I've ever seen on a start screen.
amara: Tested on the floor. I felt seen. I also died.
jules: adding 'on a train'
> bruno: On a train is good: larger windows, no timers.
maryam: And if they lie about it?
> bruno: Then they have told you what they want to be.

== nadia | playtest | dungeon-3 | 1 | Office, build 12, headphones please
45 minutes. Nothing jumps. If you want to stop, stop, and tell me which room. I'm unsure of the lift.
--
amara: Stopped at the lift. Not because of fear. I thought it was an ending, and it was such a good one.
> nadia: Oh. Perhaps it is?
ruth: The saucer. I saw the saucer. I put my own plants on the balcony.
kofi: Who moved number 62 into the stairwell, it's perfect there.
malik: played at 3 am in an actual office, do not recommend, 10/10

== keiko | general | - | 1 | Things non-players said about our games
My mother on the ferry game: "It is like going somewhere." My uncle on Postman: "Why is it so round?" My flatmate about the fish: silence, and then tea was brought.
Yours?
--
axel: Bank clerk: "And people pay for this?" Then she asked for a key.
stefan: My wife, 1991, on everything: "Is it finished?" 2026: "Is it finished?"
farah: My father on the sibling cards: "We should have had this before the piano."
ravi: "Like going somewhere" goes on the box.
jules: why IS it so round
> keiko: He's an engineer, he was worried for the bicycles.

== stefan | tech | - | 2 | The patch
Level four, left bat, eleven pixels to the right. I found the sources on a tape, a man in Graz read the tape, the assembler still runs. 32,760 bytes, so eight to spare. I used three for the brother's initials, behind the ladder.
Nine thousand and one copies. This one is right.
--
pavel: he's here. he says nothing. he's playing.
> pavel: he found the ladder thing. He had to leave the room.
amara: Closing the ticket. I've never been happier to close a ticket.
axel: And the five bytes left?
> stefan: For you people. In case.
ruth: You found the boy.
oskar: One command?
>  stefan: One command. I had tea.

== ravi | general | map-5 | 2 | We're forty games old
I counted: forty builds shown in here, nineteen finished, four sold, one patched after 33 years. Nobody has been unkind. I don't know how you did that.
The second ferry is in. Eleven minutes. Amara has already waited.
--
amara: Twice.
thandi: You did it by showing seven months of no ferry first.
elena: Is it raining over there?
> ravi: Yes.
>> elena: :)
jules: third one's done btw. it's a habit
zoe: Five colours, one light. See you on Friday.
`;
