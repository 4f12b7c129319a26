const theme = localStorage.getItem('plaudit.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
