// Lets the dice bot of Japanese online tables (BCDice) roll lines: a line of JSON on the way in, one on the way out, as often
// as there is something to roll.
// In: a list of {bot, line, dice}; dice are the faces that fall, in order, or left out for those that chance brings.
// Out: for each what the bot says, or null where it takes the line for no command, or where a table would not even ask it.

import { createInterface } from "node:readline";

import bcdice from "bcdice";

Error.stackTraceLimit = 0; // its grammar goes by exceptions, and nobody reads their traces

const loader = new bcdice.DynamicLoader();
const bots = new Map();
for await (const asked of createInterface({ input: process.stdin })) {
  const said = [];
  for (const { bot, line, dice } of JSON.parse(asked)) {
    if (!bots.has(bot)) bots.set(bot, await loader.dynamicLoad(bot));
    const game = new (bots.get(bot))(line);
    const left = dice && [...dice];
    if (left) {
      game.randomizer.$random = () => {
        if (!left.length) throw new Error(`too few dice for ${line}`);
        return left.shift();
      };
    }
    const rolled = bots.get(bot).COMMAND_PATTERN.test(line) ? game.eval() : null;
    said.push(rolled && { text: rolled.text, success: rolled.success, failure: rolled.failure, critical: rolled.critical, fumble: rolled.fumble, left: left?.length ?? 0 });
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
