// Lets the dice bot of Japanese online tables (BCDice) roll its original tables: JSON on the way in, JSON on the way out.
// In: a list of texts, each a table. Out: for each what the bot says for every face of its die, from 1 up; null where it
// takes the text for no table.

import bcdice from "bcdice";
import inside from "bcdice/lib/internal/index.js";

const said = [];
let text = "";
for await (const part of process.stdin) text += part;
for (const written of JSON.parse(text)) {
  const table = new bcdice.UserDefinedDiceTable(written);
  const faces = table.validate() ? Number(written.split("\n")[1].split("D")[1]) : 0;
  const rolled = [];
  for (let face = 1; face <= faces; face++) {
    const dice = inside.BCDice.Randomizer.$new();
    dice.$random = (sides) => {
      if (sides !== faces) throw new Error(`a die with ${sides} faces`);
      return face;
    };
    rolled.push(table.roll(dice).text);
  }
  said.push(faces ? rolled : null);
}
process.stdout.write(JSON.stringify(said));
