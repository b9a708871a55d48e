let user = null;

exports.signIn = (name) => {
  user = name;
};
exports.currentUser = () => user;
