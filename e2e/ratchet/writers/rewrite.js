'use strict';
// Writes one of two texts again and again until it is killed: rewrite.js <file> <size of the text>
const { writeAtomically } = require('../../../packages/baseline/build/write-atomically.js');

const [file, size] = process.argv.slice(2);
const texts = ['a', 'b'].map((letter) => `${letter.repeat(Number(size) - 1)}\n`);

process.stdout.write('ready\n');
for (let turn = 0; ; turn++) writeAtomically(file, texts[turn % 2]);
