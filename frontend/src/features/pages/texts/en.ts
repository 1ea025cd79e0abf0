import type { TextContent, TextName } from '../text.ts';

export const texts: Record<TextName, TextContent> = {
  about: {
    lead: 'Tribus is a place to gather round whatever moves you.',
    sections: [
      {
        title: 'The idea',
        blocks: [
          'When people sit round a fire, nobody has to shout to be heard. That is what we are after: groups with a theme, people who come to know each other, conversations that do not drown in an endless stream.',
          'We call these groups tribes. Some are open, and you walk in. Others are private, and somebody inside opens the door.',
        ],
      },
      {
        title: 'What people do here',
        blocks: [
          [
            'Post words and pictures, comment, react.',
            'Tell a short story in a vibe.',
            'Chat with their tribe, and write in private to people they share one with.',
            'Earn points for what they give, and climb from Beginner to Guru.',
          ],
        ],
      },
      {
        title: 'What we do not do',
        blocks: [
          'We do not sell your data. We do not arrange what you see to keep you here longer: the newest comes first. And nobody from outside reads what is said in a private tribe.',
        ],
      },
      {
        title: 'Hominini',
        blocks: [
          'Hominini is the tribe of everyone: anybody can read it, even without an account. When you sign up you are in.',
        ],
      },
    ],
  },
  help: {
    lead: 'What we are asked most, in few words.',
    sections: [
      {
        title: 'Joining a tribe',
        blocks: [
          'Tribes lists them all, with a search. If a tribe is open, press Join and you are in. If it asks for approval, your request goes to those who run it, and we tell you when they answer.',
        ],
      },
      {
        title: 'Creating a tribe',
        blocks: [
          'Everyone can create up to three. Choose a name, say what it is about, add tags and, if you like, a picture. Without one the tribe gets a drawing unlike any other.',
        ],
      },
      {
        title: 'Posting and correcting',
        blocks: [
          'You can post words and up to six pictures. You have eight hours to correct the words; you can always delete.',
        ],
      },
      {
        title: 'Points and levels',
        blocks: [
          'You earn points when you post, comment, or are liked by others. In each tribe you have a level of its own: Beginner, Junior, Senior, Master and Guru.',
          'You may not see who somebody of a higher level is: that way people decide whom they show themselves to.',
        ],
      },
      {
        title: 'Shortcuts',
        blocks: [
          [
            'Ctrl + K (⌘ + K on a Mac): go to any tribe or page.',
            'Escape: close what is open.',
            'Arrows: leaf through pictures.',
          ],
        ],
      },
    ],
  },
  privacy: {
    lead: 'What we keep about you, what for, and how it goes away.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'What we keep',
        blocks: [
          [
            'Your email and your password. The password is kept in a form that not even we can read.',
            'What you post, comment and write, and the tribes you belong to.',
            'When you were last here and with which browser, so that you can see and end your sessions.',
          ],
        ],
      },
      {
        title: 'Who sees it',
        blocks: [
          'What you post in a tribe is seen by its members; in hominini, by anyone. Private messages are seen by you and the other person. Your email is seen only by those who run the site and those who run a tribe you are in.',
        ],
      },
      {
        title: 'Pictures',
        blocks: [
          'From every picture we remove the hidden data, the place where it was taken included, before we keep it.',
        ],
      },
      {
        title: 'Your rights',
        blocks: [
          'Write to hola@tribus.test to get a copy of your data, to correct it or to have it deleted. When an account is deleted, its posts and comments go with it.',
        ],
      },
      { title: 'Children', blocks: ['You must be at least 13 years old to use Tribus.'] },
    ],
  },
  cookies: {
    lead: 'We use no cookies. This is what your browser keeps for us.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'On this device',
        blocks: [
          [
            'Your session, so that you need not log in each time.',
            'The theme and the language you chose.',
            'The last page you visited, until you close the tab.',
          ],
          'None of it serves to follow you across other sites. When you log out, the session is removed from the device.',
        ],
      },
    ],
  },
  terms: {
    lead: 'The rules of the fire. By creating an account you accept them.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'Who may be here',
        blocks: [
          'People of 13 and over, each with an account of their own. What is done with your account is on you: do not share your password.',
        ],
      },
      {
        title: 'How we treat each other',
        blocks: [
          'Say what you think without doing harm. Not allowed:',
          [
            'Harassment, threats, or hatred of anyone for who they are.',
            'Explicit sexual content or gratuitous violence.',
            'Knowing deceit, spam, or posting what belongs to others without leave.',
          ],
        ],
      },
      {
        title: 'What you post',
        blocks: [
          'It stays yours. You allow us to keep it and show it to those the tribe lets in, and nothing more. When you delete it, we stop.',
        ],
      },
      {
        title: 'Who moderates',
        blocks: [
          'Each tribe is looked after by whoever created it and its moderators: they can take down posts and remove those who break the rules. Those who run the site can do so everywhere.',
        ],
      },
      {
        title: 'What we cannot promise',
        blocks: [
          'We take care that Tribus always works, but it can fail. Keep a copy of what you do not want to lose.',
        ],
      },
    ],
  },
};
