const fs = require('fs');
const path = require('path');

exports.notice = () => fs.readFileSync(path.join(__dirname, '../data/notice.txt'), 'utf8').trim();
