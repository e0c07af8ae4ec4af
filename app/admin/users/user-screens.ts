/** The screens of users and of all keys. */
export const userScreens = [
  { path: '/admin/users', title: 'Users' },
  { path: '/admin/users/keys', title: 'Keys' },
];
