const session = require('./session');

exports.greet = () => `hello, ${session.currentUser() ?? 'guest'}`;
