/** The later conversations of Analog Photography. */
export const analogThreadsTwo = `
== tomas | trips | sea-3 | 2 | Harbour walk: nobody slipped, one roll did
Fourteen of us, rain sideways, soup excellent. My roll came off the spool at frame nine and I shot twenty-seven more pictures onto nothing.
So here is frame eight. Frame eight has become important to me.
--
ines: Watch the rewind knob turn, Tomás. We have talked about this.
> tomas: I was watching the gulls.
noor: My second roll ever and I have three I like. THREE.
> maya: Three of thirty-six is a professional average, do not tell anyone.
patrick: For the record: one camera. In my hand. The others were in the car.
beatriz: The lady at the soup place asked if we were a religion.

== lars | show | hills-3 | 3 | One sheet of 4x5, eleven months, one gate
I have walked past this gate since January. On Saturday there was frost on the north side only and no wind for the first time. f/32, eight seconds. One sheet.
I did not take a second one. My hands were too cold to be sensible.
--
greta: No backup? I had to sit down.
> lars: A backup would have made me relax.
wei: The frost line on the wood. You can count the grain.
hana: Eleven months for eight seconds. I think about this ratio.
samuel: How did you decide it was the day?
> lars: I had opened the door and I heard nothing at all.
kenji: Which lens?
> lars: The old 210 with the mark on the front element. The mark does nothing.
aisha: This is the first gate I have ever cared about.

== noor | learn | - | 1 | Is it normal that my negatives are purple?
Developed at home for the first time, with Greta on the phone. They came out fine but purple! Did I ruin them?
--
priya: It is leftover dye, harmless. Another three minutes of fixer, a long wash, or simply sunlight through the window.
> noor: Sunlight it is. I'm so relieved
greta: I told you on the phone.
>  noor: You did, I wanted a second purple opinion.
arjun: Mine are always faintly pink and print beautifully.
chloe: "A second purple opinion" should be the name of this category.

== emre | general | - | 1 | A coffee person with an unreasonable question
I roast for a living. If old coffee develops film, does the roast matter? I have eleven kilos of a batch that went wrong and a neighbour with a camera.
--
arjun: WELCOME. Please never leave. Darker is weaker in theory, robusta is stronger in practice.
priya: You lose caffeic acid with the roast. A green extract should be strongest of all, I've always wanted to test it.
> emre: I can give you the same bean at five roast levels.
>> priya: This is the nicest thing anyone has offered me this year.
maya: I am putting both of you down for a Thursday.
dmitri: In the end somebody must drink it, or?

== chloe | show | street-3+window-4 | 2 | Diptychs by accident
On half-frame the lab scans two pictures as one. For a year I asked them to split them. Then they forgot, and the butcher stood next to the swan.
I'm not splitting them again.
--
sofia: The butcher and the swan have the same neck.
> chloe: I CANNOT UNSEE IT
ines: Sequence them as they fell. It's a diary that edits itself.
zoe: As somebody who pushes pixels all day: the two greys match better than I could have picked them.
lars: I dislike how much I like this.

== greta | lab | - | 2 | Fibre or RC, for the last time this year
RC: fast, flat, dry in a quarter of an hour, and honest. Fibre: everything takes longer, it curls like a cat, and then you hold it.
I print on RC until I know what the picture wants and then I pay for one sheet of the other.
--
lars: Fibre only. Life is short, so one should spend it washing.
samuel: How do you flatten it? Mine look like gutters.
> greta: Dry face down on a screen, then a night under the heaviest books. I use the tax code.
hana: Tape it to glass while wet. It dries like a drum.
arjun: RC and no regrets, my bath is small and I have a family.
beatriz: The last time this year, she says, in spring she said so too.

== kenji | gear | camera-4 | 3 | A Rolleicord from 1953 and the hair inside it
The owner said the slow speeds were tired. Under the front plate I found one long white hair wound around the escapement, from whoever serviced it last, sixty or so years ago.
I put in new oil ([the model, for the curious](https://en.wikipedia.org/wiki/Rolleicord)). I put the hair in an envelope, and the envelope in the box. It seemed wrong to throw it away.
--
sofia: Thank you for the envelope.
patrick: You are the only person I know who could make me cry about an escapement.
leilani: Does it run now?
> kenji: One second is one second. I listened to it all evening.
wei: If the owner ever sells it, I want the one with the hair.
dmitri: A repairman should leave one of his own. For the next.
> kenji: I have not told you what I left.

== omar | show | street-4+street-5+window-5+street-6+sea-4+street-7 | 2 | 2 am, the tea man, the only lamp on the street
1600 this time, pushed one. Beatriz was right, so I am saying it in public once.
He does not sleep before the bakers come. He said photographs are like tea, most people drink them too fast.
--
beatriz: Say it again, I was not looking.
maya: The steam against the dark, that is what the extra stop bought you.
tomas: "Too fast". That man should be giving the workshops.
mikkel: As one of the bakers: we know. We love him.
priya: Skin is skin, shadows are shadows. Good negative.
noor: How do you not shake? I shake at noon.
> omar: Elbow on the cart, breathe out, shoot at the end of the breath. And three frames each.

== patrick | general | - | 2 | Confession thread
I will start. Last month I sold four cameras and told everybody. I bought five and told nobody.
--
chloe: I have opened the back to check whether there was film in it. There was. Twice this year.
beatriz: I once shot a whole christening with the lens cap of the _other_ camera in my hand, looking for it.
arjun: I have tasted the developer.
> priya: Which one??
>> arjun: The coffee one. It was a decision.
samuel: I tell people the blur is on purpose.
lars: I own a zoom.
> greta: Lars.
dmitri: I have nothing to confess. I have once used a flash.
ines: The picnic woman with the hat. I have started inventing her life and telling it at dinner as true.

== wei | learn | - | 1 | Reciprocity: table, app or feeling?
Night landscapes. The data sheet says one thing, an app says another, and my feeling says "some more". At four measured minutes that is between nine and twenty-two.
--
lars: Measured time to the power of 1.3, for most of what you use. Write it inside the dark slide.
> wei: That gives me 20. The app says 11.
>> lars: Then take one of each and throw the app away, or me.
hana: On paper negatives I just make tea. If the tea is finished, it's exposed.
leilani: Moonlight on water is always brighter than you think, fwiw.
priya: The spread matters less than you fear. Between 11 and 20 it's less than one stop.

== sofia | show | contact-3 | 3 | Ida, who laughed: the contact prints
Windowsill, March sun, forty minutes each. Twelve prints so far. Number 211 is real: her head is thrown back, everything else in the frame is stiff with the effort of holding still, and she simply didn't.
An old man at the church recognised the nose. Ida was his aunt. He has a chair that is in the picture.
--
aisha: THE CHAIR
maya: Sofia, this is the best thing in this space. I mean it.
hana: And the tone! Gold toned?
> sofia: Just a little, at the end. It went from brown to plum.
greta: I withdraw everything I ever said about old glass and cough syrup.
ines: The blur of her is a hundred and ten years old and it is still moving.
tomas: Will you give him a print?
> sofia: Sunday. He wants to sit on the chair for it.
dmitri: Good.

== samuel | lab | - | 2 | My first decent print took nineteen sheets
I kept them all and laid them out on the floor. You can watch me understand things, forget them at sheet 12 (hunger), and understand them again.
Nineteen was the one. Grade 3, 14 seconds, burn the sky 5, dodge the collar 2.
--
greta: Sheet 12 was after lunch was cancelled, I remember it.
noor: Please show the floor! The floor is the picture.
arjun: Write the recipe on the back in pencil now. NOW.
> samuel: Done. Also ate.
lars: Nineteen is modest.

== leilani | trips | sea-5 | 2 | Sunrise swim with cameras, who is mad enough?
Low tide on the second, about 6:10. Water is warm, light is pink, jellyfish are few. Anything waterproof, also those paper boxes with a plastic bag around them.
--
chloe: I have a disposable in a preserving jar. Does that count?
> leilani: It's the best camera on this list.
patrick: I have, it turns out, an underwater housing. I did not know.
> kenji: For which camera?
>> patrick: For none that I own, apparently.
keiko: First time here, mostly lurking. Can beginners in both film and swimming come?
> leilani: Yes! We stay where you can stand.
samuel: I'll guard the towels and meter from the beach.

== aisha | learn | window-6 | 2 | Dark skin on film: what the meter doesn't tell you
The meter wants grey. If you let it, it lifts the face and burns the shirt. Meter the lit cheek, close **half to one stop**, not two, and let the shirt be white. And light from the side: it is the shine that models the face, not the flash.
I get asked this every month so now it lives here.
--
samuel: Saved. My sister thanks you, I had been turning her into a lamp.
beatriz: And with colour negative? More?
> aisha: Give it the exposure, it's never hurt by light. The printing is where labs go wrong, tell them whose face it is.
thandi: Came from the other space for this post. Thank you for writing it down.
greta: In print: a half grade softer, then burn the edges. You lose the glow otherwise.
maya: Pinning this in my head until we can pin it here.

== jonas | general | - | 1 | Index cards, as threatened
A baker was asked about filing in here and could not let it go. My system: one card per film. Top left number, top right camera, then the loaf. Sorry, the subject.
I have used it for 1,140 loaves. I have now also used it for 6 films.
--
sofia: I knew it. I knew you would come.
beatriz: And what happens on the back?
> jonas: Mistakes. The back is always fuller.
lars: A man after my own heart.
patrick: My films are in the order in which the cameras were bought, so: no order.

== hana | show | hills-4 | 2 | Pinhole on the roof, one exposure from solstice to now
Beer can, photographic paper, a hole I made with a needle and bad eyesight. Each arc is a day. The gaps are the rain in August that you all complained about.
--
wei: So that is what it was for. I forgive August.
keiko: The thin broken lines at the top are heart-stopping.
priya: Scan, don't fix! Fixing bleaches it.
> hana: Scanned once, now it lives in a drawer, in the dark, like me in August.
noor: I'm making one tonight. How big is the hole?
> hana: Third of a millimetre or so. Don't worry about it, the sun will find it.

== dmitri | gear | - | 1 | The new films are too good
No grain, no mistakes, everything like porcelain. I bought two rolls of the cheap one that my nephew calls garbage. I like the garbage. It has opinions.
--
omar: "It has opinions" is going on a shirt.
chloe: Which one? I would like some opinions too.
> dmitri: The Ukrainian one on the old base. Rate it at half what it says on the box.
beatriz: I need porcelain for brides. For myself, garbage, yes.
lars: Grain is only honest about what paper and light are made of.
>  dmitri: He talks like this but he owns a zoom.

== maya | lab | - | 2 | Five enlargers, now six timers
Somebody left a timer in front of the darkroom door, in a cake box, with a note: _it was always three seconds slow, I never told anyone_.
It is three seconds slow. Whoever you are: your prints must have been wonderful. Come in next time.
--
greta: I have my suspicion.
> patrick: It wasn't me. I would've left two.
samuel: Please label it 'three seconds slow' and do NOT fix it.
> kenji: I was already holding the screwdriver. All right.
sofia: Keep the note with it.
priya: Every darkroom should have one instrument that lies consistently. You can calibrate a liar.

== ines | show | window-7 | 3 | The woman in the hat has a name
I showed the Zorki picnic to my great-aunt, who is 94 and had not been asked. She looked at it for a while and said: that is me.
She bought the hat that morning. My grandfather took the picture because he'd been told not to. They didn't speak for two years afterwards, and she would not tell me why.
She asked whether the camera still worked. It does now. Frame one of the new roll is her, no hat.
--
sofia: Oh.
maya: I read this out at the darkroom and nobody said anything for a bit.
tomas: You invented a whole life for her at dinner and she beat it with one sentence.
> ines: My version had a balloon in it. Hers is better.
kenji: I am glad the curtain holds.
aisha: "Because he'd been told not to" is the history of photography.
noor: Did you ask about the two years?
> ines: She said: next visit, and bring the camera.
dmitri: Print it on fibre.

== nell | learn | - | 1 | Total beginner, goat farm, what camera?
I bake in the other space and look in here at night with envy. I want to photograph my goats. They don't hold still, they eat straps, light in the barn is bad. Budget about what a goat costs.
--
patrick: FINALLY. I have a list.
> patrick: I have two lists.
beatriz: Anything with a bright 50 and a meter that works. Ask Patrick for one of _his_, honestly.
kenji: A Pentax of the simple kind. It will outlive the goats. Leather strap, no cloth.
chloe: 400 film, 1/250, and take the picture when they are chewing.
> nell: They're always chewing. That's wonderfully clear, thank you.
leilani: I need to see these goats by next week.
`;
