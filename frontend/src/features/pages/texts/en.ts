import { paths } from '../../../lib/paths.ts';
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
    lead: 'Short answers to what people ask most.',
    sections: [
      {
        title: 'Joining a tribe',
        blocks: [
          'Tribes lists them all, with a search. If a tribe is open, press Join and you are in. If it asks for approval, your request goes to those who run it, and we let you know when they decide.',
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
          'You can post words and up to six pictures. You can edit the words for eight hours, and delete the post at any time.',
        ],
      },
      {
        title: 'Points and levels',
        blocks: [
          'You earn points when you post, comment, or are liked by others. In each tribe you have a level of its own: Beginner, Junior, Senior, Master and Guru.',
          'Members of a higher level may be hidden from you: everyone decides whom they show themselves to.',
        ],
      },
      {
        title: 'Shortcuts',
        blocks: [
          [
            'Ctrl + K (⌘ + K on a Mac): go to any tribe or page.',
            'Escape: close what is open.',
            'Arrows: browse pictures.',
          ],
        ],
      },
    ],
  },
  privacy: {
    lead: 'What we keep about you, what for, and how it goes away.',
    updated: '2026-11-28',
    sections: [
      {
        title: 'What we keep',
        blocks: [
          [
            'Your email and your password. The password is kept in a form that not even we can read.',
            'What you post, comment and write, and the tribes you belong to.',
            'What you say in your profile, and who may see each part of it.',
            'Your sessions and, for 90 days, your sign-ins: when, with which browser, and whether from your usual network. Of the network we keep a mark, not the address.',
            'What you write to us on the contact page, to answer you.',
            'If you delete your account while it is silenced or suspended: a mark of your email and of your Google sign-in, with the reason and the end date, until that date and for a year at most. The email cannot be read from the mark.',
          ],
        ],
      },
      {
        title: 'Logs',
        blocks: [
          'Technical logs say what was asked for, when, and by which account. They hold nothing you write, no passwords, and not your network address.',
          'What administrators and moderators do, changes of the access to your account, and failed sign-ins are recorded for a year, so that abuse can be investigated.',
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
          'We remove the hidden data of every picture, including the place where it was taken, before we store it.',
        ],
      },
      {
        title: 'Ads',
        blocks: [
          'Ads are off by default. When those who run the site switch them on, they load in a frame of their own, and the network that serves them receives your network address and which browser you use. It does not receive what you write or who you are.',
        ],
      },
      {
        title: 'Your rights',
        blocks: [
          'You can correct your data in your profile, download a copy from your account, and delete the account in your profile, without asking anyone. The copy is a zip file; we tell you when it is ready, and its link lasts 48 hours.',
          'If you cannot log in, write to us on the contact page.',
        ],
        links: [{ to: paths.dataDeletion, text: 'How to delete your data' }],
      },
      { title: 'Children', blocks: ['You must be at least 13 years old to use Tribus.'] },
    ],
  },
  cookies: {
    lead: 'Only two cookies, and neither tracks you. This is everything that your browser stores for us.',
    updated: '2026-11-22',
    sections: [
      {
        title: 'The two cookies',
        blocks: [
          [
            'tribus_device: comes when you log in or sign up and lasts 180 days. It recognises this device, so that the failed attempts of others do not lock you out. It is only sent when you log in.',
            'tribus_oauth: comes when you press the Google button and lasts ten minutes. It checks that whoever comes back from Google is you.',
          ],
          'No page can read them, not even ours, and neither opens your account by itself.',
        ],
      },
      {
        title: 'On this device',
        blocks: [
          [
            'Your session, so that you need not log in each time.',
            'The theme and the language you chose.',
            'The page you were going to, to take you there when you log in.',
            'What you began to write and have not sent yet, and the last tribe whose vibes you watched.',
          ],
          'None of it tracks you across other sites. When you log out, the session is removed from the device.',
        ],
      },
    ],
  },
  dataDeletion: {
    lead: 'How to delete your account and what is in it, and what remains afterwards.',
    updated: '2026-11-27',
    sections: [
      {
        title: 'From your profile',
        blocks: [
          'You do not need to ask anyone:',
          [
            'Sign in, open your profile and press Edit profile.',
            'At the very bottom, under Delete your account, press Delete my account.',
            'Type ELIMINAR and your password, if you have one, and confirm one last time.',
          ],
          'If you want to keep what is yours, download a copy of your data from your account first.',
        ],
        links: [{ to: paths.profile, text: 'Go to your profile' }],
      },
      {
        title: 'What is deleted',
        blocks: [
          'Within a minute, and for good:',
          [
            'Your account: email, password, passkeys and sessions.',
            'Your profile, your avatar and your photos.',
            'Your posts with their pictures, your comments and your reactions.',
            'Your tasks, your points, your notifications, whom you follow and who follows you.',
            'What you wrote to us on the contact page while signed in, or from your address if you confirmed it.',
          ],
          'Tribes you run pass to whoever has been in them longest, or are deleted if you are alone there.',
        ],
      },
      {
        title: 'What remains, without your name',
        blocks: [
          [
            'Messages you wrote to others and in the chat of a tribe, shown as from a deleted account.',
            'A comment that others replied to, without its text.',
            'If the account was silenced or suspended: a mark of your email and of your Google sign-in, from which neither can be read, until that ends and for a year at most. A new account of yours starts the same way, and you can ask us to review it.',
            'For a year, the entries of the administration log, with a number in place of your name.',
          ],
        ],
      },
      {
        title: 'If you cannot log in',
        blocks: [
          'First try to recover your password by email. If that does not work either, write to us on the contact page with the email of the account and ask us to delete it. We answer to that address within 24-48 hours and, once you confirm that it is yours, delete it.',
        ],
        links: [{ to: paths.forgotPassword, text: 'Recover the password' }],
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
          'People of 13 and over, each with an account of their own. You are responsible for what is done with your account: do not share your password.',
        ],
      },
      {
        title: 'How we treat each other',
        blocks: [
          'Say what you think without doing harm. Not allowed:',
          [
            'Harassment, threats, or hatred of anyone for who they are.',
            'Explicit sexual content or gratuitous violence.',
            'Deliberate deception, spam, or posting the work of others without permission.',
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
          'Each tribe is moderated by its owner and moderators: they can take down posts and remove those who break the rules. Those who run the site can do so everywhere.',
        ],
      },
      {
        title: 'What we cannot promise',
        blocks: [
          'We do our best to keep Tribus working, but it can fail. Keep a copy of what you do not want to lose.',
        ],
      },
    ],
  },
};
